int main(void)
{
    goto nowhere; //~ error@5
    return 0;
}
