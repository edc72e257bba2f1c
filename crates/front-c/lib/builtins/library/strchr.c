char *strchr(const char *s, int c);

char *__builtin_strchr(const char *s, int c)
{
    return strchr(s, c);
}
