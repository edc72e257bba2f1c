int main(void)
{
    break; //~ error@5
    return 0;
}
