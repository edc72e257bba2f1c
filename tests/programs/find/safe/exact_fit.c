// find: safe
// args: -o abcde
// args: x
// args: -o abcdefghijk
#include <string.h>

/* "./", five letters and the end: eight bytes. */
int main(int argc, char **argv)
{
    char path[8];

    if (argc != 3 || strcmp(argv[1], "-o") != 0 || strlen(argv[2]) > 5)
        return 1;
    strcpy(path, "./");
    strcat(path, argv[2]);
    return strlen(path) > 7;
}
