extern int errno;

/* There are no files: nothing can be opened, removed or renamed. */
FILE *fopen(const char *path, const char *mode)
{
    if (*path && *mode)
        errno = 2;
    return 0;
}

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    if (*mode && stream->id >= 0 && (!path || *path))
        errno = 2;
    return 0;
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)descriptor;
    errno = *mode ? 9 : 22;
    return 0;
}

FILE *tmpfile(void)
{
    errno = 13;
    return 0;
}

FILE *popen(const char *command, const char *mode)
{
    errno = *command && *mode ? 12 : 22;
    return 0;
}

int remove(const char *path)
{
    if (*path)
        errno = 2;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (*from && *to)
        errno = 2;
    return -1;
}
