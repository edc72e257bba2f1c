#include <stdio.h>

int main(void)
{
    char a[6];
    sprintf(a, "%d", 12345);
    sprintf(a, "%d", -12345); //~ bounds@5
    return 0;
}
