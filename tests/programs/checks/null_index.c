int main(void)
{
    int *p = 0, i = 4;
    return p[i]; //~ null@12: null pointer dereferenced: p
}
