int getchar(void);

int fgetc(FILE *stream)
{
    return stream->id == 0 ? getchar() : -1;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int fgetc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getchar_unlocked(void)
{
    return getchar();
}
