#include <string.h>

int main(void)
{
    char a[8] = "";
    strncat(a, "0123456789", sizeof a); //~ bounds@5
    return 0;
}
