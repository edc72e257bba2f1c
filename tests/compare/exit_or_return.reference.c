#include <ctype.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    if (!isdigit((unsigned char)argv[1][0])) {
        puts("no digit");
        return 2;
    }
    printf("%d\n", argv[1][0] - '0');
    return 0;
}
