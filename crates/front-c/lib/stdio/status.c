int ferror(FILE *stream)
{
    return stream->id < 0;
}

int fileno(FILE *stream)
{
    return stream->id;
}
