int fclose(FILE *stream)
{
    return stream->id < 0 ? -1 : 0;
}
