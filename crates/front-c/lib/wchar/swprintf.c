int vsnprintf(char *, size_t, const char *, __builtin_va_list);
void *__builtin_malloc(size_t);
void free(void *);

/* Formats are taken as plain characters, and so is the text: bytes above 127 do not become characters. */
int vswprintf(wchar_t *text, size_t size, const wchar_t *format, __builtin_va_list arguments)
{
    __builtin_va_list again;
    size_t n = 0;
    size_t i;
    size_t fits;
    char *narrow;
    char *written;
    int length;
    while (format[n])
        n++;
    narrow = __builtin_malloc(n + 1);
    for (i = 0; i <= n; i++)
        narrow[i] = format[i] < 128 ? (char)format[i] : '?';
    __builtin_va_copy(again, arguments);
    length = vsnprintf(0, 0, narrow, again);
    __builtin_va_end(again);
    if (length < 0 || size == 0) {
        free(narrow);
        return -1;
    }
    written = __builtin_malloc((size_t)length + 1);
    vsnprintf(written, (size_t)length + 1, narrow, arguments);
    free(narrow);
    fits = (size_t)length < size ? (size_t)length : size - 1;
    for (i = 0; i < fits; i++)
        text[i] = (unsigned char)written[i];
    text[fits] = 0;
    free(written);
    return (size_t)length < size ? length : -1;
}

int swprintf(wchar_t *text, size_t size, const wchar_t *format, ...)
{
    __builtin_va_list arguments;
    int result;
    __builtin_va_start(arguments, format);
    result = vswprintf(text, size, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
