#include <assert.h>

static int is_sorted(const int *values, int count) {
    for (int i = 1; i < count; i++) {
        if (values[i - 1] > values[i]) {
            return 0;
        }
    }
    return 1;
}

static int find(const int *values, int count, int wanted) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (values[middle] == wanted) {
            return middle;
        }
        if (values[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

static int insertion_point(const int *values, int count, int wanted) {
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (values[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int insert(int *values, int count, int value) {
    int place = insertion_point(values, count, value);
    for (int i = count; i > place; i--) {
        values[i] = values[i - 1];
    }
    values[place] = value;
    return count + 1;
}

static int count_equal(const int *values, int count, int wanted) {
    int first = insertion_point(values, count, wanted);
    int number = 0;
    while (first + number < count && values[first + number] == wanted) {
        number++;
    }
    return number;
}

static int merge(const int *left, int n, const int *right, int m, int *out) {
    int i = 0;
    int j = 0;
    int used = 0;
    while (i < n || j < m) {
        if (j == m || (i < n && left[i] <= right[j])) {
            out[used] = left[i];
            i++;
        } else {
            out[used] = right[j];
            j++;
        }
        used++;
    }
    return used;
}

static int square_root(int number) {
    int low = 0;
    int high = number + 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (middle * middle <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void test_find(void) {
    int values[7] = {2, 5, 8, 12, 16, 23, 38};
    int present = find(values, 7, 23);
    int first = find(values, 7, 2);
    int absent = find(values, 7, 13);
    assert(present == 5);
    assert(first == 0);
    assert(absent < 0);
}

static void test_insert(void) {
    int values[6] = {10, 20, 30, 40};
    int count = 4;
    count = insert(values, count, 25);
    assert(count == 5);
    assert(values[2] == 25);
    assert(values[4] == 40);
    count = insert(values, count, 50);
    assert(values[count - 1] == 50);
    assert(is_sorted(values, count));
}

static void test_sorted(void) {
    int up[4] = {1, 1, 2, 3};
    int down[3] = {1, 3, 2};
    assert(is_sorted(up, 4));
    assert(!is_sorted(down, 3));
}

static void test_place(void) {
    int values[5] = {3, 6, 6, 9, 12};
    int inside = insertion_point(values, 5, 7);
    int equal = insertion_point(values, 5, 6);
    int behind = insertion_point(values, 5, 99);
    assert(inside == 3);
    assert(equal == 1);
    assert(behind == 5);
}

static void test_count(void) {
    int values[6] = {1, 4, 4, 4, 7, 9};
    int many = count_equal(values, 6, 4);
    int none = count_equal(values, 6, 5);
    assert(many == 3);
    assert(none == 0);
}

static void test_merge(void) {
    int odd[3] = {1, 5, 9};
    int even[2] = {2, 6};
    int all[5];
    int used = merge(odd, 3, even, 2, all);
    assert(used == 5);
    assert(all[1] == 2);
    assert(all[4] == 9);
    assert(is_sorted(all, used));
}

static void test_square_root(void) {
    int exact = square_root(49);
    int below = square_root(80);
    assert(exact == 7);
    assert(below == 8);
}

int main(void) {
    test_square_root();
    test_sorted();
    test_find();
    test_place();
    test_merge();
    test_insert();
    test_count();
    return 0;
}
