char *strcpy(char *to, const char *from);

char *__builtin_strcpy(char *to, const char *from)
{
    return strcpy(to, from);
}
