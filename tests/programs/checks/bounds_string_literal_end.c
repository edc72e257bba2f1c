int main(void)
{
    const char *s = "abc";
    int i, n = 0;
    for (i = 0; i < 5; i++)
        n += s[i]; //~ bounds@14
    return n;
}
