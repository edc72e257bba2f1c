#include <string.h>

int main(void)
{
    char a[6];
    int n = 7;
    memset(a, 0, n); //~ bounds@5: write of 7 bytes at offset 0 of a[6], in memset
    return 0;
}
