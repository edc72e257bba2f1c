int main(void)
{
    int *p = (int *)0x12345678;
    return *p; //~ null@12: null pointer dereferenced: p
}
