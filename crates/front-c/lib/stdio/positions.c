extern int errno;
void *memcpy(void *, const void *, size_t);

static int unseekable(FILE *stream)
{
    if (stream->id >= 0)
        errno = 29;
    return -1;
}

/* The position is neither read nor set, and has to be there. */
int fgetpos(FILE *stream, void *position)
{
    char first;
    memcpy(&first, position, 1);
    return unseekable(stream);
}

int fsetpos(FILE *stream, const void *position)
{
    char first;
    memcpy(&first, position, 1);
    return unseekable(stream);
}

int fseeko(FILE *stream, long offset, int whence)
{
    (void)offset;
    (void)whence;
    return unseekable(stream);
}

long ftello(FILE *stream)
{
    return unseekable(stream);
}
