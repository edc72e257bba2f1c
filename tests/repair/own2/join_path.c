/* Joins a directory and the names of files in it to paths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join_path(const char *directory, const char *name)
{
    size_t length = strlen(directory);
    if (length > 0 && directory[length - 1] == '/')
        length--;
    char *path = malloc(length + 1 + strlen(name));
    if (path == NULL)
        exit(3);
    memcpy(path, directory, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    return path;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        printf("usage: join_path DIRECTORY NAME...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        char *path = join_path(argv[1], argv[i]);
        puts(path);
        free(path);
    }
    return 0;
}
