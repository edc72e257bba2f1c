int vfprintf(FILE *, const char *, __builtin_va_list);
extern FILE *stdout;
extern FILE *stderr;
extern int errno;

int vdprintf(int descriptor, const char *format, __builtin_va_list arguments)
{
    char first = *format;
    (void)first;
    if (descriptor == 1 || descriptor == 2)
        return vfprintf(descriptor == 1 ? stdout : stderr, format, arguments);
    errno = 9;
    return -1;
}

int dprintf(int descriptor, const char *format, ...)
{
    __builtin_va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
