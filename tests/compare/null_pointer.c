// expect: differs: fails: null pointer dereferenced: a (PROGRAM:4:12)
int first(const int *a)
{
    return a[0];
}
