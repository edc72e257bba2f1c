// expect: differs: returns 0 instead of 1
int diagonal(int table[][2])
{
    return table[0][0] == 1 && table[1][0] == 1;
}
