int main(void)
{
    int x, y = 3;
    if (y > 5)
        x = 1;
    return x + y; //~ uninit@12: x is used uninitialised
}
