int main(void)
{
    int x = 3;
    /*@ assert x ==; */ //~ error@20: expected a term, found `;`
    return x;
}
