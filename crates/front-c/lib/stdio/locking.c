void flockfile(FILE *stream)
{
    int id = stream->id;
    (void)id;
}

void funlockfile(FILE *stream)
{
    int id = stream->id;
    (void)id;
}
