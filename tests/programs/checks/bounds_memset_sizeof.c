#include <string.h>

int main(void)
{
    char a[6];
    int n = 7;
    memset(a, 0, n); //~ bounds@5
    return 0;
}
