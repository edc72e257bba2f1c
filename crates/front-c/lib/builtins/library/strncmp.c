int strncmp(const char *a, const char *b, size_t n);

int __builtin_strncmp(const char *a, const char *b, size_t n)
{
    return strncmp(a, b, n);
}
