// whydunit: --function twice --input x=-3 --requires x>0 --ensures \result>=x
int twice(int x)
{
    return 2 * x;
} //~ none: precondition
