int main(void)
{
    goto nowhere; //~ error@5: there is no label `nowhere` in this function
    return 0;
}
