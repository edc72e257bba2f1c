void *__builtin_malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);

static void merge_sort(char *base, size_t count, size_t size,
                       int (*compare)(const void *, const void *), char *spare)
{
    size_t left = count / 2;
    size_t right = count - left;
    char *a = base;
    char *b = base + left * size;
    char *out = spare;
    if (count <= 1)
        return;
    merge_sort(a, left, size, compare, spare);
    merge_sort(b, right, size, compare, spare);
    while (left > 0 && right > 0) {
        if (compare(a, b) <= 0) {
            memcpy(out, a, size);
            a += size;
            left--;
        } else {
            memcpy(out, b, size);
            b += size;
            right--;
        }
        out += size;
    }
    if (left > 0)
        memcpy(out, a, left * size);
    memcpy(base, spare, (count - right) * size);
}

/* Stable, and comparing in the order of the GNU library's merge sort. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count > 1 && size > 0) {
        char *spare = __builtin_malloc(count * size);
        if (spare) {
            merge_sort(base, count, size, compare, spare);
            free(spare);
        }
    }
}
