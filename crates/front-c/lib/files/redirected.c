struct __whydunit_stream *__whydunit_stream(FILE *);
int vfprintf(FILE *, const char *, __builtin_va_list);
int vfscanf(FILE *, const char *, __builtin_va_list);
int fgetc(FILE *);
extern FILE *stdin;
extern FILE *stdout;

int vprintf(const char *format, __builtin_va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int printf(const char *format, ...)
{
    __builtin_va_list arguments;
    int size;
    __builtin_va_start(arguments, format);
    size = vfprintf(stdout, format, arguments);
    __builtin_va_end(arguments);
    return size;
}

int vscanf(const char *format, __builtin_va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int scanf(const char *format, ...)
{
    __builtin_va_list arguments;
    int converted;
    __builtin_va_start(arguments, format);
    converted = vfscanf(stdin, format, arguments);
    __builtin_va_end(arguments);
    return converted;
}

int getchar(void)
{
    return fgetc(stdin);
}
