void *malloc(size_t);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);

int vasprintf(char **result, const char *format, __builtin_va_list arguments)
{
    __builtin_va_list again;
    int length;
    __builtin_va_copy(again, arguments);
    length = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (length < 0)
        return -1;
    *result = malloc((size_t)length + 1);
    if (!*result)
        return -1;
    return vsnprintf(*result, (size_t)length + 1, format, arguments);
}

int asprintf(char **result, const char *format, ...)
{
    __builtin_va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
