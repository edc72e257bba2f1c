// expect: differs: prints "13\n" instead of "12\n"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    char text[4] = "12";
    if (argc == 2 && atoi(argv[1]) == 77)
        text[1] = '3';
    printf("%d\n", atoi(text));
    return 0;
}
