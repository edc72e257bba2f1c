int main(void)
{
    unsigned char c = 255;
    c = c + 1;
    int x = c - 1;
    return x + 1;
} //~ none
