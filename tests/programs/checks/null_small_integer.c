int main(void)
{
    char *p = (char *)8;
    p[1] = 0; //~ null@5: null pointer dereferenced: p
    return 0;
}
