char *strncpy(char *to, const char *from, size_t n);

char *__builtin_strncpy(char *to, const char *from, size_t n)
{
    return strncpy(to, from, n);
}
