int strcmp(const char *a, const char *b);

int __builtin_strcmp(const char *a, const char *b)
{
    return strcmp(a, b);
}
