int main(void)
{
    const char *s = "abc";
    return s[3];
} //~ none
