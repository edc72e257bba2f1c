#include <stdlib.h>

int main(void)
{
    int n = 0;
    return div(3, n).quot; //~ div@12: division by zero: 3 / 0
}
