int main(void)
{
    unsigned x;
    unsigned y = x | 1;
    unsigned z = 10 / y;
    unsigned w = x & 6;
    return z && 10 / w; //~ uninit@12: z comes from x (line 3), which has no value
}
