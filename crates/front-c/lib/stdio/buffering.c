void *memcpy(void *, const void *, size_t);

/* The buffer is not used, and has to be there up to its end; what is in it does not matter. */
int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    char last;
    (void)mode;
    if (buffer && size)
        memcpy(&last, buffer + size - 1, 1);
    return stream->id >= 0 ? 0 : -1;
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    setvbuf(stream, buffer, 0, size);
}

void setbuf(FILE *stream, char *buffer)
{
    setvbuf(stream, buffer, 0, 8192);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, 0, 1, 0);
}
