// whydunit: --function last --input a=[4,5,6] --input n=3
int last(int *a, int n)
{
    return a[n]; //~ bounds@12: read of 4 bytes just past the end of what a points to (12 bytes)
}
