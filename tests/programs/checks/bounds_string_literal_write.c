int main(void)
{
    char *s = "abc";
    s[0] = 'x'; //~ bounds@5
    return 0;
}
