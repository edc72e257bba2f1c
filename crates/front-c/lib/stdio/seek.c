extern int errno;

int fseek(FILE *stream, long offset, int whence)
{
    (void)offset;
    (void)whence;
    if (stream->id >= 0)
        errno = 29;
    return -1;
}

long ftell(FILE *stream)
{
    if (stream->id >= 0)
        errno = 29;
    return -1;
}

void rewind(FILE *stream)
{
    if (stream->id >= 0)
        errno = 29;
}
