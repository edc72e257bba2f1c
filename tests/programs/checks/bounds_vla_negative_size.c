int main(void)
{
    int n = -1;
    int v[n]; //~ bounds@5: size -1 of the variable-length array v
    return 0;
}
