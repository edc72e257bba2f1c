int main(void)
{
    char b[8] = "abcdefg", *p = b;
    while (*p++) ;
    return (int)(p - b) - 8;
} //~ none
