size_t strlen(const char *s);

size_t __builtin_strlen(const char *s)
{
    return strlen(s);
}
