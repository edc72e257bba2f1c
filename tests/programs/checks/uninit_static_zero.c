static int g[3];
int h;

int main(void)
{
    static double d;
    return g[2] + h + (d != 0);
} //~ none
