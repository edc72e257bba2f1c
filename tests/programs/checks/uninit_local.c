int main(void)
{
    int x;
    return x; //~ uninit@12: x is used uninitialised
}
