// expect: same within bounds
struct range { short low, high; };
int length(const struct range *r)
{
    return r->high < r->low ? 0 : r->high - r->low + 1;
}
