extern int errno;
_Bool __whydunit_outside_open(int);
_Bool __whydunit_outside_creat(int);

/* Whether there is a file is an input. What is in one is not known: a run in which there is one ends there. */
static int found(_Bool is_there)
{
    if (is_there)
        __whydunit_unsupported("a file that can be opened");
    errno = 2;
    return -1;
}

int open(const char *path, int flags, ...)
{
    (void)flags;
    return *path ? found(__whydunit_outside_open(0)) : -1;
}

int creat(const char *path, unsigned mode)
{
    (void)mode;
    return *path ? found(__whydunit_outside_creat(0)) : -1;
}
