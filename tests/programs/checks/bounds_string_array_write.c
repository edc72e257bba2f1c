int main(void)
{
    char s[] = "abc";
    s[0] = 'x';
    s[3] = '.';
    return 0;
} //~ none
