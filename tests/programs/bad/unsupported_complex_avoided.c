static double _Complex half(double _Complex z) { return z / 2; }

int main(int argc, char **argv)
{
    if (argc > 5)
        half(3);
    return 0;
} //~ none
