#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(1000000000000L, 7);
    lldiv_t ll = lldiv(-9LL, -2);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d %ld %lld\n", abs(-5), labs(-5000000000L), llabs(-7LL));
    printf("%d %d\n", abs(0), abs(2147483647));
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    return 0;
}
