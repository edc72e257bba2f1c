int main(void)
{
    int i, total = 0;
    for (i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        total += x; //~ uninit@18: x is used uninitialised
    }
    return total;
}
