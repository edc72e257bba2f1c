int ferror(FILE *stream)
{
    return stream->id < 0;
}

/* Standard input never grows: after its end, feof stays true. */
void clearerr(FILE *stream)
{
    (void)stream->id;
}

int fileno(FILE *stream)
{
    return stream->id;
}
