_Bool __whydunit_outside_malloc(int);
_Bool __whydunit_outside_calloc(int);
_Bool __whydunit_outside_realloc(int);
extern int errno;

/* Whether there is memory is an input. */
void *malloc(size_t size)
{
    if (!__whydunit_outside_malloc(1)) {
        errno = 12;
        return 0;
    }
    return __builtin_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (!__whydunit_outside_calloc(1)) {
        errno = 12;
        return 0;
    }
    return __builtin_calloc(count, size);
}

/* Without memory the block stays as it is. */
void *realloc(void *block, size_t size)
{
    if (!__whydunit_outside_realloc(1)) {
        errno = 12;
        return 0;
    }
    return __builtin_realloc(block, size);
}
