extern int errno;
int __whydunit_outside_remove(int);
int __whydunit_outside_rename(int);

/* The answer, 0 or not, is an input; there is no file that would change. */
static int answered(int failed)
{
    if (!failed)
        return 0;
    errno = 2;
    return -1;
}

int remove(const char *path)
{
    return *path ? answered(__whydunit_outside_remove(-1)) : -1;
}

int rename(const char *from, const char *to)
{
    return *from && *to ? answered(__whydunit_outside_rename(-1)) : -1;
}
