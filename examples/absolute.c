/* The sign is kept, but negative numbers are never made positive. */
int absolute(int input)
{
    int abs = input;
    int sign = 1;
    if (input == 0)
        return 0;
    if (input < 0) {
        sign = -1;
    }
    if (sign != -1) {
        abs = sign * input;
    }
    //@ assert abs >= 0;
    return abs;
}
