int main(void)
{
    char bytes[6] = { 0 };
    int *p = (int *)bytes;
    return p[1]; //~ bounds@12: read of 4 bytes at offset 4 of bytes[6]
}
