extern int errno;

/* There are no files but the standard streams. */
static int missing(const char *path)
{
    char first = *path;
    (void)first;
    errno = 2;
    return -1;
}

int access(const char *path, int mode)
{
    (void)mode;
    return missing(path);
}

int unlink(const char *path)
{
    return missing(path);
}

int rmdir(const char *path)
{
    return missing(path);
}

int chdir(const char *path)
{
    return missing(path);
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
