char *strncat(char *to, const char *from, size_t n);

char *__builtin_strncat(char *to, const char *from, size_t n)
{
    return strncat(to, from, n);
}
