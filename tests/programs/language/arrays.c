#include <stdio.h>

int grid[3][4] = { { 1, 2 }, { 3, 4, 5, 6 }, 7 };
int flat[][2] = { 1, 2, 3, 4, 5 };
char words[][6] = { "one", "three", { 'f', 'o', 'u', 'r' } };
int cube[2][3][2];

static int sum(int rows, int m[][4])
{
    int total = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < 4; c++)
            total += m[r][c] * (r + 1);
    return total;
}

static size_t parameter_size(int a[10]) { return sizeof a; }
static int last(const int a[static 2], int n) { return (n - 1)[a]; }

int main(void)
{
    int (*row)[4] = grid;
    int *p = &grid[0][0];
    int i, j, k, n = 0;
    int local[5] = { 1, 2 };

    printf("%d %zu %zu\n", sum(3, grid), sizeof grid, sizeof grid[0]);
    printf("%zu %d\n", sizeof flat / sizeof flat[0], flat[2][1]);
    printf("%s %s %s %zu\n", words[0], words[1], words[2], sizeof words);
    printf("%d %d %d\n", row[1][2], (*(row + 2))[0], *(*(row + 1) + 3));
    printf("%d %d\n", p[3], 2[p]);
    row++;
    printf("%d %d\n", (*row)[0], row[-1][1]);
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 2; k++)
                cube[i][j][k] = n++;
    printf("%d %d %d\n", cube[1][2][1], cube[0][2][1], *cube[1][0]);
    printf("%zu %zu %zu\n", sizeof cube, sizeof *cube, sizeof **cube);
    printf("%d %d %d %d %d\n", local[0], local[1], local[2], local[3], local[4]);
    printf("%zu %d\n", parameter_size(local), last(local, 2));
    printf("%d %d\n", (int)(&grid[2] - &grid[0]), (int)(&grid[1][3] - &grid[1][0]));
    printf("%d\n", (int)((char *)(&grid + 1) - (char *)grid));
    i = 1;
    local[i] += local[i - 1] *= 3;
    printf("%d %d %d\n", local[0] % 3, local[1] != 2, i);
    return 0;
}
