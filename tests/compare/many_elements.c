// expect: differs: returns 1 instead of 0
int is_set(const unsigned char *map)
{
    return map[50] != 0;
}
