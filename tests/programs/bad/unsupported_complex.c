#include <complex.h>

int main(void)
{
    double _Complex z = 1.0; //~ error@21
    return (int)creal(z);
}
