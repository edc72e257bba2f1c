int puts(const char *s);

int __builtin_puts(const char *s)
{
    return puts(s);
}
