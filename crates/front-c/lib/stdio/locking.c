void flockfile(FILE *stream)
{
    (void)stream;
}

void funlockfile(FILE *stream)
{
    (void)stream;
}
