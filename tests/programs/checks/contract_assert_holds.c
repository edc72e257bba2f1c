int main(void)
{
    int a[5], i;
    for (i = 0; i < 5; i++)
        a[i] = i * i;
    //@ assert \forall integer k; 0 <= k < 5 ==> a[k] == k * k;
    //@ assert \exists integer k; 0 <= k < 5 && a[k] == 9; // a comment in a comment
    /*@ assert a[0] <= a[1] <= a[4] && i == 5; */
    return 0;
} //~ none
