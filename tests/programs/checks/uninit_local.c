int main(void)
{
    int x;
    return x; //~ uninit@12
}
