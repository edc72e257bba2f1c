// expect: same
#include <stdio.h>
int main(void)
{
    fprintf(stderr, "debugging\n");
    printf("result\n");
    return 0;
}
