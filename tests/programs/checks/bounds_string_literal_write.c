int main(void)
{
    char *s = "abc";
    s[0] = 'x'; //~ bounds@5: write to a string literal
    return 0;
}
