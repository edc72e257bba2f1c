// whydunit: --function twice --input x=-3 --ensures \result>=x
int twice(int x)
{
    return 2 * x; //~ contract@5: \result>=x does not hold
}
