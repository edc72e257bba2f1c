/* Prints its arguments as headings, each underlined; the first one with '='. */
#include <stdio.h>
#include <string.h>

#define WIDTH 40

static void underline(char *line, int length, char with)
{
    memset(line, length, with);
    line[length] = '\0';
}

static void heading(const char *text, int level)
{
    char line[WIDTH + 1];
    int length = (int)strlen(text);
    if (length > WIDTH)
        length = WIDTH;
    underline(line, length, level == 1 ? '=' : '-');
    printf("%s\n%s\n", text, line);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        heading(argv[i], i);
    return argc > 1 ? 0 : 1;
}
