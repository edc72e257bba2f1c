struct s { int x[4]; };

int main(void)
{
    struct s array[2] = { { { 0 } } }, *p = array + 2, copy;
    copy = array[1];
    copy = *p; //~ bounds@12: read of 16 bytes just past the end of array[2]
    return copy.x[0];
}
