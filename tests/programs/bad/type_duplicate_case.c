int main(void)
{
    switch (3) {
    case 1: return 0;
    case 2: return 1;
    case 1: return 2; //~ error@10: the case 1 occurs twice in this switch
    }
    return 3;
}
