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

static int find_text(const char *text, const char *wanted) {
    for (int start = 0; text[start] != '\0'; start++) {
        int i = 0;
        while (wanted[i] != '\0' && text[start + i] == wanted[i]) {
            i++;
        }
        if (wanted[i] == '\0') {
            return start;
        }
    }
    return -1;
}

static int count_words(const char *text) {
    int words = 0;
    int inside = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        if (text[i] == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}

static void capitalise(char *text) {
    int is_start = 1;
    for (int i = 0; text[i] != '\0'; i++) {
        if (is_start && text[i] >= 'a' && text[i] <= 'z') {
            text[i] = text[i] - 'a' + 'A';
        }
        is_start = text[i] == ' ';
    }
}

static int squeeze(char *text, char unwanted) {
    int kept = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        if (text[i] != unwanted) {
            text[kept] = text[i];
            kept++;
        }
    }
    text[kept] = '\0';
    return kept;
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

static void test_find(void) {
    int place = find_text("needle in hay", "in");
    int absent = find_text("abc", "cd");
    assert(place == 7);
    assert(absent == -1);
}

static void test_words(void) {
    int words = count_words(" two  words");
    assert(words == 2);
}

static void test_capitalise(void) {
    char title[10];
    copy(title, 10, "the end 2");
    capitalise(title);
    assert(title[0] == 'T');
    assert(title[1] == 'h');
    assert(title[4] == 'E');
}

static void test_squeeze(void) {
    char text[10] = "a-b--c";
    int left = squeeze(text, '-');
    assert(left == 3);
    assert(text[2] == 'c');
    assert(text[3] == '\0');
}

int main(void) {
    test_words();
    test_compare();
    test_squeeze();
    test_copy();
    test_palindrome();
    test_find();
    test_reverse();
    test_capitalise();
    return 0;
}
