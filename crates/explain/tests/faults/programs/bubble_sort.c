#include <assert.h>

static void swap(int *left, int *right) {
    int kept = *left;
    *left = *right;
    *right = kept;
}

static int bubble_sort(int *values, int count) {
    int swaps = 0;
    for (int end = count - 1; end > 0; end--) {
        int swapped = 0;
        for (int i = 0; i < end; i++) {
            if (values[i] > values[i + 1]) {
                swap(&values[i], &values[i + 1]);
                swapped = 1;
                swaps++;
            }
        }
        if (!swapped) {
            break;
        }
    }
    return swaps;
}

static int remove_duplicates(int *values, int count) {
    int kept = 1;
    for (int i = 1; i < count; i++) {
        if (values[i] != values[kept - 1]) {
            values[kept] = values[i];
            kept++;
        }
    }
    return kept;
}

static int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += values[i];
    }
    return total;
}

static int median_of_sorted(const int *values, int count) {
    int middle = count / 2;
    if (count % 2 == 1) {
        return values[middle];
    }
    return (values[middle - 1] + values[middle]) / 2;
}

static int index_of_minimum(const int *values, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) {
        if (values[i] < values[best]) {
            best = i;
        }
    }
    return best;
}

static void selection_sort(int *values, int count) {
    for (int i = 0; i < count - 1; i++) {
        int smallest = index_of_minimum(values, i, count);
        if (smallest != i) {
            swap(&values[i], &values[smallest]);
        }
    }
}

static int partition(int *values, int count, int pivot) {
    int small = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] < pivot) {
            swap(&values[small], &values[i]);
            small++;
        }
    }
    return small;
}

static void rotate(int *values, int count, int places) {
    for (int round = 0; round < places; round++) {
        int first = values[0];
        for (int i = 1; i < count; i++) {
            values[i - 1] = values[i];
        }
        values[count - 1] = first;
    }
}

static void test_median(void) {
    int odd[5] = {1, 3, 7, 8, 20};
    int even[4] = {10, 20, 30, 40};
    int middle = median_of_sorted(odd, 5);
    int between = median_of_sorted(even, 4);
    assert(middle == 7);
    assert(between == 25);
}

static void test_duplicates(void) {
    int values[7] = {1, 1, 4, 6, 6, 6, 9};
    int distinct = remove_duplicates(values, 7);
    assert(distinct == 4);
    assert(values[1] == 4);
    assert(values[distinct - 1] == 9);
}

static void test_sort(void) {
    int scores[6] = {9, 4, 7, 4, 1, 7};
    int before = sum(scores, 6);
    int swaps = bubble_sort(scores, 6);
    assert(sum(scores, 6) == before);
    assert(scores[0] == 1);
    assert(scores[4] <= scores[5]);
    assert(scores[5] == 9);
    assert(swaps == 9);
}

static void test_sorted_stays(void) {
    int times[4] = {10, 20, 30, 40};
    int swaps = bubble_sort(times, 4);
    assert(swaps == 0);
    assert(sum(times, 4) == 100);
}

static void test_selection(void) {
    int values[5] = {8, 3, 5, 1, 4};
    selection_sort(values, 5);
    assert(values[0] == 1);
    assert(values[2] == 4);
    assert(values[4] == 8);
}

static void test_partition(void) {
    int values[6] = {12, 3, 9, 20, 5, 1};
    int small = partition(values, 6, 9);
    assert(small == 3);
    assert(values[0] < 9 && values[2] < 9);
    assert(values[5] >= 9);
}

static void test_rotate(void) {
    int values[4] = {1, 2, 3, 4};
    rotate(values, 4, 2);
    assert(values[0] == 3);
    assert(values[3] == 2);
}

int main(void) {
    test_median();
    test_rotate();
    test_duplicates();
    test_sorted_stays();
    test_partition();
    test_sort();
    test_selection();
    return 0;
}
