void setbuf(FILE *stream, char *buffer)
{
    (void)stream;
    (void)buffer;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}
