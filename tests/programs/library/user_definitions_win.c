/* A program may define a function that the library also has. */
#include <stdio.h>

int isprime(int n) { return n; }
char *strrev(char *s) { return s; }
static int max(int a, int b) { return a > b ? a : b; }
int getline_(char *s, int n) { return n + (s != 0); }
unsigned long hash(const char *s) { unsigned long h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }
static char *strdup(const char *s) { static char copy[10]; int i = 0; while ((copy[i] = s[i]) != 0) i++; copy[0] = '!'; return copy; }

int main(void)
{
    printf("%d %s %d\n", isprime(4), strrev("abc"), max(3, 9));
    printf("%lu\n", hash("whydunit"));
    printf("%s\n", strdup("own"));
    return 0;
}
