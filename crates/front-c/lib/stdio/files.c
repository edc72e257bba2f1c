extern int errno;
_Bool __whydunit_outside_fopen(int);
_Bool __whydunit_outside_freopen(int);
_Bool __whydunit_outside_tmpfile(int);

/* Whether there is a file is an input. What is in one is not known: a run in which there is one ends there. */
static FILE *found(_Bool is_there)
{
    if (is_there)
        __whydunit_unsupported("a file that can be opened");
    errno = 2;
    return 0;
}

FILE *fopen(const char *path, const char *mode)
{
    return *path && *mode ? found(__whydunit_outside_fopen(0)) : 0;
}

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    return *mode && stream->id >= 0 && (!path || *path) ? found(__whydunit_outside_freopen(0)) : 0;
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)descriptor;
    errno = *mode ? 9 : 22;
    return 0;
}

FILE *tmpfile(void)
{
    if (__whydunit_outside_tmpfile(0))
        __whydunit_unsupported("a file that can be opened");
    errno = 13;
    return 0;
}
