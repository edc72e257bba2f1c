#include <stdio.h>
int main(void)
{
    int n, most;
    if (scanf("%d", &most) != 1)
        return 1;
    while (scanf("%d", &n) != EOF)
        most = n > most ? n : most;
    printf("%d\n", most);
    return 0;
}
