#include <string.h>

int main(void)
{
    char a[8] = "abcd";
    strcat(a, "efg");
    strcat(a, "h"); //~ bounds@5: write of 1 byte just past the end of a[8], in strcat
    return 0;
}
