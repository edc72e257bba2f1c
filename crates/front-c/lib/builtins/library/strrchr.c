char *strrchr(const char *s, int c);

char *__builtin_strrchr(const char *s, int c)
{
    return strrchr(s, c);
}
