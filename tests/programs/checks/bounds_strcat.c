#include <string.h>

int main(void)
{
    char a[8] = "abcd";
    strcat(a, "efg");
    strcat(a, "h"); //~ bounds@5
    return 0;
}
