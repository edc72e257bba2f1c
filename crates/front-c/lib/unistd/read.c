int getchar(void);
extern int errno;
_Bool __whydunit_outside_read(int);

/* As from a file: short only at the end of the input. Whether it can be read is an input. */
long read(int descriptor, void *bytes, size_t n)
{
    unsigned char *p = bytes;
    size_t i = 0;
    if (descriptor != 0) {
        errno = 9;
        return -1;
    }
    if (!__whydunit_outside_read(1)) {
        errno = 5;
        return -1;
    }
    while (i < n) {
        int c = getchar();
        if (c == -1)
            break;
        p[i] = (unsigned char)c;
        i++;
    }
    return (long)i;
}
