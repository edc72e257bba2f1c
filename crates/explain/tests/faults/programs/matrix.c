#include <assert.h>

enum { SIZE = 3 };

static void identity(int matrix[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            matrix[row][column] = row == column;
        }
    }
}

static void multiply(int left[SIZE][SIZE], int right[SIZE][SIZE], int product[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            int sum = 0;
            for (int k = 0; k < SIZE; k++) {
                sum += left[row][k] * right[k][column];
            }
            product[row][column] = sum;
        }
    }
}

static void transpose(int matrix[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = row + 1; column < SIZE; column++) {
            int kept = matrix[row][column];
            matrix[row][column] = matrix[column][row];
            matrix[column][row] = kept;
        }
    }
}

static int trace(int matrix[SIZE][SIZE]) {
    int sum = 0;
    for (int i = 0; i < SIZE; i++) {
        sum += matrix[i][i];
    }
    return sum;
}

static int row_of_maximum(int matrix[SIZE][SIZE], int column) {
    int best = 0;
    for (int row = 1; row < SIZE; row++) {
        if (matrix[row][column] > matrix[best][column]) {
            best = row;
        }
    }
    return best;
}

static void scale(int matrix[SIZE][SIZE], int factor) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            matrix[row][column] *= factor;
        }
    }
}

static int is_symmetric(int matrix[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < row; column++) {
            if (matrix[row][column] != matrix[column][row]) {
                return 0;
            }
        }
    }
    return 1;
}

static int minor_of(int matrix[SIZE][SIZE], int column) {
    int left = (column + 1) % SIZE;
    int right = (column + 2) % SIZE;
    return matrix[1][left] * matrix[2][right] - matrix[1][right] * matrix[2][left];
}

static int determinant(int matrix[SIZE][SIZE]) {
    int sum = 0;
    for (int column = 0; column < SIZE; column++) {
        sum += matrix[0][column] * minor_of(matrix, column);
    }
    return sum;
}

static int saddle(int matrix[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        int smallest = 0;
        for (int column = 1; column < SIZE; column++) {
            if (matrix[row][column] < matrix[row][smallest]) {
                smallest = column;
            }
        }
        if (row_of_maximum(matrix, smallest) == row) {
            return matrix[row][smallest];
        }
    }
    return -1;
}

static void test_identity(void) {
    int unit[SIZE][SIZE];
    identity(unit);
    assert(unit[0][0] == 1);
    assert(unit[1][2] == 0);
    assert(trace(unit) == SIZE);
}

static void test_multiply(void) {
    int a[SIZE][SIZE] = {{1, 2, 0}, {0, 1, 3}, {4, 0, 1}};
    int square[SIZE][SIZE];
    multiply(a, a, square);
    assert(square[0][2] == 6);
    assert(square[2][1] == 8);
    assert(trace(square) == 3);
}

static void test_transpose(void) {
    int a[SIZE][SIZE] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    transpose(a);
    assert(a[0][2] == 7);
    assert(a[1][0] == 2 && a[0][1] == 4);
    assert(a[1][1] == 5);
}

static void test_maximum(void) {
    int a[SIZE][SIZE] = {{1, 9, 0}, {6, 2, 0}, {5, 9, 1}};
    assert(row_of_maximum(a, 0) == 1);
    assert(row_of_maximum(a, 1) == 0);
    assert(row_of_maximum(a, 2) == 2);
}

static void test_scale(void) {
    int a[SIZE][SIZE] = {{1, 2, 3}, {0, 1, 0}, {5, 0, 2}};
    scale(a, 3);
    assert(a[0][2] == 9);
    assert(a[2][0] == 15);
}

static void test_symmetric(void) {
    int yes[SIZE][SIZE] = {{1, 7, 3}, {7, 4, 5}, {3, 5, 6}};
    int no[SIZE][SIZE] = {{1, 7, 3}, {7, 4, 5}, {2, 5, 6}};
    assert(is_symmetric(yes));
    assert(!is_symmetric(no));
}

static void test_determinant(void) {
    int a[SIZE][SIZE] = {{2, 0, 1}, {1, 3, 2}, {1, 1, 4}};
    int value = determinant(a);
    assert(value == 18);
}

static void test_saddle(void) {
    int a[SIZE][SIZE] = {{3, 1, 2}, {6, 5, 7}, {4, 2, 9}};
    assert(saddle(a) == 5);
}

int main(void) {
    test_identity();
    test_symmetric();
    test_transpose();
    test_determinant();
    test_maximum();
    test_scale();
    test_saddle();
    test_multiply();
    return 0;
}
