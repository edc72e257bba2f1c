// whydunit: --function half --input n=3
/* What the start function requires is an assumption on its inputs. */
//@ requires n % 2 == 0;
int half(int n)
{
    //@ assert n % 2 == 0;
    return n / 2;
} //~ none: precondition
