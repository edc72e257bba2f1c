#include <complex.h>

int main(void)
{
    double _Complex z = 1.0; //~ error@21: not supported: complex numbers
    return (int)creal(z);
}
