#include <string.h>

int main(void)
{
    char a[8] = "";
    strncat(a, "0123456789", sizeof a); //~ bounds@5: write of 1 byte just past the end of a[8], in strncat
    return 0;
}
