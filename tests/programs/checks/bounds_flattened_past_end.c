static int m[2][3];

int main(void)
{
    int i, *p = &m[0][0];
    for (i = 0; i < 7; i++)
        p[i] = i; //~ bounds@9: write of 4 bytes just past the end of m[2][3]
    return 0;
}
