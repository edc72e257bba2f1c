int putchar(int c);

int __builtin_putchar(int c)
{
    return putchar(c);
}
