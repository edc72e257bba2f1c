static int m[2][3];

int main(void)
{
    int i, *p = &m[0][0];
    for (i = 0; i < 7; i++)
        p[i] = i; //~ bounds@9
    return 0;
}
