extern int errno;

int fgetpos(FILE *stream, void *position)
{
    (void)position;
    if (stream->id >= 0)
        errno = 29;
    return -1;
}

int fsetpos(FILE *stream, const void *position)
{
    (void)position;
    if (stream->id >= 0)
        errno = 29;
    return -1;
}

int fseeko(FILE *stream, long offset, int whence)
{
    (void)offset;
    (void)whence;
    return fgetpos(stream, 0);
}

long ftello(FILE *stream)
{
    return fgetpos(stream, 0);
}
