#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int8_t a = INT8_MIN; uint8_t b = UINT8_MAX; int16_t c = INT16_MIN; uint16_t d = UINT16_MAX;
    int32_t e = INT32_MIN; uint32_t f = UINT32_MAX; int64_t g = INT64_MIN; uint64_t h = UINT64_MAX;
    intmax_t m; char *end;
    printf("%" PRId8 " %" PRIu8 " %" PRId16 " %" PRIu16 "\n", a, b, c, d);
    printf("%" PRId32 " %" PRIu32 " %" PRId64 " %" PRIu64 "\n", e, f, g, h);
    printf("%" PRIx32 " %" PRIX64 " %" PRIo16 " %08" PRIx8 "\n", f, h, d, b);
    printf("%" PRIdPTR " %" PRIuPTR " %" PRIdMAX "\n", (intptr_t)-1, (uintptr_t)1, (intmax_t)-2);
    printf("%zu %zu %zu %zu\n", sizeof(int_least8_t), sizeof(int_fast16_t), sizeof(intptr_t), sizeof(uintmax_t));
    printf("%" PRId64 " %" PRIu32 "\n", INT64_C(-5000000000), UINT32_C(7));
    printf("%zu %td %zu\n", SIZE_MAX, PTRDIFF_MIN, sizeof(INT64_C(1)));
    m = strtoimax("-123rest", &end, 10);
    printf("%jd %s %ju\n", m, end, strtoumax("ff", NULL, 16));
    printf("%jd\n", imaxabs(-9));
    sscanf("99 -8", "%" SCNu8 " %" SCNd64, &b, &g);
    printf("%d %" PRId64 "\n", b, g);
    return 0;
}
