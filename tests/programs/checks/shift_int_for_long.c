/* A classic: the mask is computed in int. */
int main(void)
{
    unsigned long mask = 0;
    int bit = 40;
    mask |= 1 << bit; //~ shift@13: shift of a 32-bit int by 40
    return mask != 0;
}
