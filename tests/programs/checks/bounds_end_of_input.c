// stdin: z
#include <stdio.h>
int count[26];
int main(void)
{
    int c = getchar();
    count[c - 'a']++;
    c = getchar();
    count[c - 'a']++; //~ bounds@5: index -98 is out of bounds of count[26]
    return 0;
}
