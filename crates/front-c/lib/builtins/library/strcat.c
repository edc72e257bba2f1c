char *strcat(char *to, const char *from);

char *__builtin_strcat(char *to, const char *from)
{
    return strcat(to, from);
}
