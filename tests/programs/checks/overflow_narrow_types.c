/* Arithmetic on narrow types is done in int; storing back converts. */
int main(void)
{
    short s = 32767;
    signed char c = 127;
    unsigned short u = 65535;
    s = s + 1;
    c++;
    u++;
    s *= 2;
    return s + c + u + 128;
} //~ none
