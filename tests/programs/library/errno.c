#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fails(int how) { errno = how; return -1; }

int main(void)
{
    int saved, *p = &errno;
    printf("%d\n", errno);
    if (fails(ENOMEM) < 0)
        printf("%s %d\n", strerror(errno), errno == ENOMEM);
    errno = 0;
    strtol("99999999999999999999", NULL, 10);
    saved = errno;
    printf("%d %d\n", saved == ERANGE, EDOM);
    *p = 5;
    printf("%d\n", errno);
    errno++;
    printf("%d %d %d %d\n", errno, EINVAL, ENOENT, EACCES);
    return 0;
}
