// cflags: -D_GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[] = ",,alpha,beta;;gamma;", b[] = "1 2|3 4", c[] = "x::y", *t, *s1, *s2, *p = c;
    for (t = strtok(a, ",;"); t; t = strtok(NULL, ",;"))
        printf("[%s]", t);
    printf("\n");
    for (t = strtok_r(b, "|", &s1); t; t = strtok_r(NULL, "|", &s1)) {
        char *u;
        for (u = strtok_r(t, " ", &s2); u; u = strtok_r(NULL, " ", &s2))
            printf("(%s)", u);
        printf("/");
    }
    printf("\n");
    while ((t = strsep(&p, ":")))
        printf("<%s>", t);
    printf("\n%s\n%s\n%s\n", strerror(0), strerror(ENOENT), strerror(ERANGE));
    return strtok(a, "") != NULL;
}
