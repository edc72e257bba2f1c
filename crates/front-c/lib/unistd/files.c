extern int errno;

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
