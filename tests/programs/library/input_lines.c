// stdin: first line\nsecond is rather long\n\nno newline
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[12];
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (n && line[n - 1] == '\n') {
            line[n - 1] = 0;
            printf("[%s]\n", line);
        } else
            printf("[%s]...", line);
    }
    printf("\n%d %d\n", fgets(line, 5, stdin) == NULL, feof(stdin) != 0);
    printf("%s\n", line);
    return 0;
}
