/* The cross product of two vectors: six numbers on standard input, as often as there are any. */
#include <stdio.h>

struct vector {
    int x, y, z;
};

static int read_vector(struct vector *v)
{
    return scanf("%d %d %d", &v->x, &v->y, &v->z) == 3;
}

static struct vector cross(const struct vector *a, const struct vector *b)
{
    struct vector product;
    product.x = a->y * b->z - a->z * b->y;
    product.y = a->z * b->x - a->x * b->y;
    product.z = a->x * b->y - a->y * b->x;
    return product;
}

int main(void)
{
    struct vector a, b;
    while (read_vector(&a)) {
        if (!read_vector(&b)) {
            printf("second vector missing\n");
            return 1;
        }
        struct vector product = cross(&a, &b);
        printf("(%d, %d, %d)\n", product.x, product.y, product.z);
    }
    return 0;
}
