#include <stdio.h>

/* The price of a parcel by its weight in kilograms, read from standard input.
   Try: whydunit explain examples/postage.c */
static int price(int weight)
{
    int cents;
    if (weight <= 1)
        cents = 450;
    else if (weight <= 5)
        cents = 700;
    else if (weight < 10)
        cents = 1050;
    if (weight > 20)
        cents = 2000;
    return cents + 19 * cents / 100;
}

int main(void)
{
    int weight;
    if (scanf("%d", &weight) != 1 || weight <= 0)
        return 2;
    printf("%d\n", price(weight));
    return 0;
}
