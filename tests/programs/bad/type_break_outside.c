int main(void)
{
    break; //~ error@5: `break` outside of a loop or switch
    return 0;
}
