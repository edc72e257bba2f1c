int main(void)
{
    int x;
    int y = x;
    int z = y + 1; //~ uninit@13: y comes from x (line 3), which has no value
    (void)z;
    return 0;
}
