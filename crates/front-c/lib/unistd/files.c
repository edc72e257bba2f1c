extern int errno;

int __whydunit_outside_access(int);
int __whydunit_outside_unlink(int);
int __whydunit_outside_rmdir(int);
int __whydunit_outside_chdir(int);

/* The answer, 0 or not, is an input; there are no files that would change. */
static int answered(int failed)
{
    if (!failed)
        return 0;
    errno = 2;
    return -1;
}

int access(const char *path, int mode)
{
    (void)mode;
    return *path ? answered(__whydunit_outside_access(-1)) : -1;
}

int unlink(const char *path)
{
    return *path ? answered(__whydunit_outside_unlink(-1)) : -1;
}

int rmdir(const char *path)
{
    return *path ? answered(__whydunit_outside_rmdir(-1)) : -1;
}

int chdir(const char *path)
{
    return *path ? answered(__whydunit_outside_chdir(-1)) : -1;
}

int close(int descriptor)
{
    if (descriptor >= 0 && descriptor <= 2)
        return 0;
    errno = 9;
    return -1;
}

long lseek(int descriptor, long offset, int whence)
{
    (void)offset;
    (void)whence;
    errno = descriptor >= 0 && descriptor <= 2 ? 29 : 9;
    return -1;
}
