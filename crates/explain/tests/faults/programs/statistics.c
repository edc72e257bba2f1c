#include <assert.h>

struct summary {
    int smallest;
    int largest;
    int total;
    int above;
};

static void summarise(const int *values, int count, struct summary *summary) {
    summary->smallest = values[0];
    summary->largest = values[0];
    summary->total = 0;
    for (int i = 0; i < count; i++) {
        int value = values[i];
        summary->total += value;
        if (value < summary->smallest) {
            summary->smallest = value;
        }
        if (value > summary->largest) {
            summary->largest = value;
        }
    }
    int mean = summary->total / count;
    summary->above = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] > mean) {
            summary->above++;
        }
    }
}

static int longest_rise(const int *values, int count) {
    int best = 1;
    int length = 1;
    for (int i = 1; i < count; i++) {
        if (values[i] > values[i - 1]) {
            length++;
        } else {
            length = 1;
        }
        if (length > best) {
            best = length;
        }
    }
    return best;
}

static void histogram(const int *values, int count, int width, int *buckets) {
    for (int i = 0; i < count; i++) {
        int bucket = values[i] / width;
        if (bucket > 3) {
            bucket = 3;
        }
        buckets[bucket]++;
    }
}

static int most_frequent(const int *values, int count) {
    int best = values[0];
    int most = 0;
    for (int i = 0; i < count; i++) {
        int number = 0;
        for (int j = 0; j < count; j++) {
            if (values[j] == values[i]) {
                number++;
            }
        }
        if (number > most) {
            most = number;
            best = values[i];
        }
    }
    return best;
}

static void smooth(const int *values, int count, int *out) {
    out[0] = values[0];
    for (int i = 1; i < count - 1; i++) {
        out[i] = (values[i - 1] + values[i] + values[i + 1]) / 3;
    }
    out[count - 1] = values[count - 1];
}

static int peaks(const int *values, int count) {
    int found = 0;
    for (int i = 1; i < count - 1; i++) {
        if (values[i] > values[i - 1] && values[i] > values[i + 1]) {
            found++;
        }
    }
    return found;
}

static int best_sum(const int *values, int count) {
    int best = 0;
    int current = 0;
    for (int i = 0; i < count; i++) {
        current += values[i];
        if (current < 0) {
            current = 0;
        }
        if (current > best) {
            best = current;
        }
    }
    return best;
}

static void test_summary(void) {
    int values[6] = {12, 7, 9, 31, 4, 15};
    struct summary summary;
    summarise(values, 6, &summary);
    assert(summary.smallest == 4);
    assert(summary.largest == 31);
    assert(summary.total == 78);
    assert(summary.above == 2);
}

static void test_rise(void) {
    int values[7] = {5, 6, 2, 3, 8, 9, 1};
    int flat[3] = {4, 4, 4};
    int rise = longest_rise(values, 7);
    int none = longest_rise(flat, 3);
    assert(rise == 4);
    assert(none == 1);
}

static void test_histogram(void) {
    int values[6] = {12, 7, 9, 51, 4, 22};
    int buckets[4] = {0, 0, 0, 0};
    histogram(values, 6, 10, buckets);
    assert(buckets[0] == 3);
    assert(buckets[1] == 1);
    assert(buckets[3] == 1);
}

static void test_frequent(void) {
    int values[5] = {3, 8, 8, 3, 8};
    int mode = most_frequent(values, 5);
    assert(mode == 8);
}

static void test_smooth(void) {
    int values[5] = {3, 9, 6, 0, 4};
    int smoothed[5];
    smooth(values, 5, smoothed);
    assert(smoothed[0] == 3);
    assert(smoothed[2] == 5);
    assert(peaks(values, 5) == 1);
}

static void test_best_sum(void) {
    int changes[6] = {2, -3, 4, 1, -2, 5};
    int best = best_sum(changes, 6);
    assert(best == 8);
}

int main(void) {
    test_best_sum();
    test_rise();
    test_smooth();
    test_histogram();
    test_frequent();
    test_summary();
    return 0;
}
