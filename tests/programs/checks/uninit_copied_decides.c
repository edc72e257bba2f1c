int main(void)
{
    int mode;
    int copy = mode;
    int other = copy;
    if (other == 'x') //~ uninit@9: other comes from mode (line 3), which has no value
        return 1;
    return 0;
}
