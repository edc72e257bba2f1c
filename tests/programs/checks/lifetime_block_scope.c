int main(void)
{
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p; //~ lifetime@12
}
