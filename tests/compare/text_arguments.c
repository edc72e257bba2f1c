// expect: differs: prints "long\n" instead of "short\n"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    puts(strlen(argv[1]) > 2 ? "long" : "short");
    return 0;
}
