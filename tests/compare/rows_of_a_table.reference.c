int diagonal(int table[][2])
{
    return table[0][0] == 1 && table[1][1] == 1;
}
