// cflags: -std=gnu89
main()
{
    int r = later(3, 4);
    printf("%d %d\n", r, abs(-5));
    puts("implicit");
    {
        int local();
        r += local(2);
    }
    printf("%d\n", r);
    putchar('x');
    putchar('\n');
    exit(r);
}

later(a, b) { return a * 10 + b; }
int local(x) int x; { return x * x; }
