int main(void)
{
    int x = 3
    return x; //~ error@5: expected ',' or ';' before 'return'
}
