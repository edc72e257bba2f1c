#include <assert.h>

static int length(const char *text) {
    int count = 0;
    while (text[count] != '\0') {
        count++;
    }
    return count;
}

static int copy(char *to, int size, const char *from) {
    int i = 0;
    while (i < size - 1 && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
    return i;
}

static void reverse(char *text) {
    int left = 0;
    int right = length(text) - 1;
    while (left < right) {
        char kept = text[left];
        text[left] = text[right];
        text[right] = kept;
        left++;
        right--;
    }
}

static int compare(const char *left, const char *right) {
    int i = 0;
    while (left[i] != '\0' && left[i] == right[i]) {
        i++;
    }
    return left[i] - right[i];
}

static int is_palindrome(const char *text) {
    int end = length(text) - 1;
    for (int i = 0; i < end; i++) {
        if (text[i] != text[end]) {
            return 0;
        }
        end--;
    }
    return 1;
}

static void test_copy(void) {
    char name[8];
    char word[8];
    int copied = copy(name, 8, "lever");
    int cut = copy(word, 8, "reliability");
    assert(copied == 5);
    assert(name[5] == '\0');
    assert(cut == 7);
    assert(word[6] == 'i');
    assert(length(word) == 7);
}

static void test_reverse(void) {
    char text[8];
    copy(text, 8, "stop");
    reverse(text);
    assert(text[0] == 'p');
    assert(text[2] == 't');
    assert(compare(text, "pots") == 0);
}

static void test_compare(void) {
    int before = compare("apple", "apply");
    int after = compare("pear", "pea");
    int same = compare("fig", "fig");
    assert(before < 0);
    assert(after > 0);
    assert(same == 0);
}

static void test_palindrome(void) {
    int yes = is_palindrome("level");
    int no = is_palindrome("lever");
    int even = is_palindrome("abba");
    assert(yes);
    assert(!no);
    assert(even);
}

int main(void) {
    test_compare();
    test_copy();
    test_palindrome();
    test_reverse();
    return 0;
}
