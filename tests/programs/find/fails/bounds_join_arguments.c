// find: fails kind=bounds line=15
// args: -o abcdef
// passing args: -o abcde
#include <string.h>

int main(int argc, char **argv)
{
    char path[8];

    if (argc != 3 || strcmp(argv[1], "-o") != 0)
        return 1;
    if (strlen(argv[2]) > 6)
        return 1;
    strcpy(path, "./");
    strcat(path, argv[2]);
    return path[0];
}
