static int m[2][3];

int main(void)
{
    int i;
    for (i = 0; i < 3; i++)
        m[i][2] = i; //~ bounds@9: index 2 is out of bounds of m[2]
    return 0;
}
