/* Converting an integer to a narrower type is implementation-defined, not undefined. */
int main(void)
{
    long l = 0x1234567890L;
    int i = (int)l;
    short s = (short)i;
    char c = (char)300;
    return i == 0x34567890 && s == 0x7890 && c == 44 ? 0 : 1;
} //~ none
