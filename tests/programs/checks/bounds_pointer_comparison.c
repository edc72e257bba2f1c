int main(void)
{
    char buffer[10];
    char *p = buffer, *end = buffer + sizeof buffer;
    int n = 0;
    while (p < end) {
        *p = (char)n++;
        p += 2;
    }
    return p > end || (end > buffer ? n - 5 : 1);
} //~ none
