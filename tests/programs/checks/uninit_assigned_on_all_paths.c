int main(void)
{
    int x, y = 3;
    if (y > 5)
        x = 1;
    else
        x = -3;
    return x + y;
} //~ none
