#include <stdio.h>

static char *greet(int n)
{
    char text[20];
    char *p = text;
    sprintf(text, "hello %d", n);
    return p;
}

int main(void)
{
    puts(greet(3)); //~ lifetime@5: read of 1 byte of text[20] after its lifetime ended, in puts
    return 0;
}
