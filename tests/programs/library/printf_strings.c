#include <stdio.h>
#include <string.h>

int main(void)
{
    char raw[3] = { 'r', 'a', 'w' }, out[32];
    int n;
    printf("[%s][%10s][%-10s][%.2s][%8.3s][%-8.3s][%.0s][%s]\n", "str", "right", "left", "cut", "abcdef", "abcdef", "none", "");
    printf("[%.3s][%.*s][%*s][%-*s]\n", raw, 2, raw, 6, "w", 6, "l");
    n = sprintf(out, "%s-%d", "x", 42);
    printf("%d %s\n", n, out);
    n = snprintf(out, 6, "%s", "truncated");
    printf("%d [%s]\n", n, out);
    n = snprintf(out, 1, "abc");
    printf("%d [%s]\n", n, out);
    n = snprintf(NULL, 0, "%d%%", 100);
    printf("%d\n", n);
    n = snprintf(out, sizeof out, "%c%c%c", 'a', 0, 'b');
    printf("%d %d %c %d\n", n, out[1], out[2], (int)strlen(out));
    n = sprintf(out, "%5.1f|%x", 2.25, 255);
    printf("%d %s\n", n, out);
    sprintf(out + strlen(out), "%s", "appended");
    puts(out);
    printf("%s" "%s\n", "adjacent ", "literals");
    printf("%-5s|%5s|\n", "toolong", "toolong");
    printf("\x41\t\\\"%c\n", '\'');
    return 0;
}
