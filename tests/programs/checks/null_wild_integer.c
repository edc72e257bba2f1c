int main(void)
{
    int *p = (int *)0x12345678;
    return *p; //~ null@12: wild pointer dereferenced: p: no object lies at 0x12345678
}
