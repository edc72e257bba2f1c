// whydunit: --function last --input a=[4,5,6] --input n=3
int last(int *a, int n)
{
    return a[n]; //~ bounds@12
}
