union u { char small[4]; int large[2]; };

int main(void)
{
    union u u = { { 0 } };
    int i = 4;
    u.large[1] = 1;
    return u.small[i]; //~ bounds@12: index 4 is out of bounds of u.small[4]
}
