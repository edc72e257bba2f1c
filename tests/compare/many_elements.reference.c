int is_set(const unsigned char *map)
{
    return map[50] > 1;
}
