struct range { short low, high; };
int length(const struct range *r)
{
    int length = r->high - r->low + 1;
    return length > 0 ? length : 0;
}
