// find: fails kind=bounds line=14
// stdin: \0\n
// passing stdin: ab\n
#include <stdio.h>
#include <string.h>

/* Takes the newline away; a line that starts with NUL has none. */
int main(void)
{
    char line[16];

    if (!fgets(line, sizeof line, stdin))
        return 0;
    if (line[strlen(line) - 1] == '\n')
        line[strlen(line) - 1] = '\0';
    return (int)strlen(line);
}
