int vfprintf(FILE *, const char *, __builtin_va_list);
void *__builtin_malloc(size_t);
void free(void *);
extern FILE *stdout;

/* Formats are taken as plain characters: conversions mean the same in both kinds of format. */
int vfwprintf(FILE *stream, const wchar_t *format, __builtin_va_list arguments)
{
    size_t n = 0;
    size_t i;
    char *narrow;
    int result;
    while (format[n])
        n++;
    narrow = __builtin_malloc(n + 1);
    if (!narrow)
        return -1;
    for (i = 0; i <= n; i++)
        narrow[i] = format[i] < 128 ? (char)format[i] : '?';
    result = vfprintf(stream, narrow, arguments);
    free(narrow);
    return result;
}

int vwprintf(const wchar_t *format, __builtin_va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

int fwprintf(FILE *stream, const wchar_t *format, ...)
{
    __builtin_va_list arguments;
    int result;
    __builtin_va_start(arguments, format);
    result = vfwprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int wprintf(const wchar_t *format, ...)
{
    __builtin_va_list arguments;
    int result;
    __builtin_va_start(arguments, format);
    result = vfwprintf(stdout, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
