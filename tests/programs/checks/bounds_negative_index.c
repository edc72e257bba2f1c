static int table[3] = { 1, 2, 3 };

int main(void)
{
    int i = 0;
    i--;
    return table[i]; //~ bounds@12: index -1 is out of bounds of table[3]
}
