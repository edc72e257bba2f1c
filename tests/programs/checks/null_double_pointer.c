int main(void)
{
    int *p = 0, **pp = &p;
    if (*pp == 0)
        **pp = 1; //~ null@9: null pointer dereferenced: *pp
    return 0;
}
