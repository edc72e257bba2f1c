#include <string.h>
struct p { char first[8], last[8]; };
int main(void)
{
    struct p a = { "ab", "cd" }, b;
    b = a;
    memcpy(&b, &a, sizeof a);
    memset(&a, 0, sizeof a);
    strcpy(b.first, b.last);
    return strcmp(b.first, "cd") + a.last[7];
} //~ none
