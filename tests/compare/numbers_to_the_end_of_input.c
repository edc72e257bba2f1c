// options: --unwind 4
// expect: same within bounds
#include <stdio.h>
int main(void)
{
    int n, most = 0, count = 0;
    while (scanf("%d", &n) == 1) {
        if (count == 0 || n > most)
            most = n;
        count++;
    }
    if (count)
        printf("%d\n", most);
    return count == 0;
}
