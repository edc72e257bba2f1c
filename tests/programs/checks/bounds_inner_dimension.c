static int m[2][3];

int main(void)
{
    int i;
    for (i = 0; i < 6; i++)
        m[0][i] = i; //~ bounds@9: index 3 is out of bounds of m[0][3]
    return 0;
}
