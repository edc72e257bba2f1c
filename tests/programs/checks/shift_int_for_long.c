/* A classic: the mask is computed in int. */
int main(void)
{
    unsigned long mask = 0;
    int bit = 40;
    mask |= 1 << bit; //~ shift@13
    return mask != 0;
}
