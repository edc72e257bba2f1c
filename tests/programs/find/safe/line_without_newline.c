// find: safe
// stdin: ab\n
// stdin: \0\n
// stdin: abcdefghijklmnop
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8];

    if (!fgets(line, sizeof line, stdin))
        return 0;
    line[strcspn(line, "\n")] = '\0';
    return (int)strlen(line);
}
