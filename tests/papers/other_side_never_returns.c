#include <assert.h>
void endless(int x, int z)
{
    int y;

    if (x == 0)
    {
        if (z == 0)
        {
            y = 1;
        }
        else
        {
            while (1)
            {

            }
        }
        assert(0);
    }
}
