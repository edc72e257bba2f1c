#include <stdio.h>

int main(void)
{
    char a[6];
    sprintf(a, "%d", 12345);
    sprintf(a, "%d", -12345); //~ bounds@5: write of 1 byte just past the end of a[6], in sprintf
    return 0;
}
