#include <assert.h>

struct date {
    int year;
    int month;
    int day;
};

static int is_leap(int year) {
    if (year % 400 == 0) {
        return 1;
    }
    if (year % 100 == 0) {
        return 0;
    }
    return year % 4 == 0;
}

static int days_in_month(int year, int month) {
    switch (month) {
    case 2:
        return 28 + is_leap(year);
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

static int day_of_year(const struct date *date) {
    int days = date->day;
    for (int month = 1; month < date->month; month++) {
        days += days_in_month(date->year, month);
    }
    return days;
}

static void next_day(struct date *date) {
    date->day++;
    if (date->day > days_in_month(date->year, date->month)) {
        date->day = 1;
        date->month++;
    }
    if (date->month > 12) {
        date->month = 1;
        date->year++;
    }
}

static int days_between(int from, int to) {
    int days = 0;
    for (int year = from; year < to; year++) {
        days += 365;
        if (is_leap(year)) {
            days++;
        }
    }
    return days;
}

static int day_of_week(int year, int month, int day) {
    int days = days_between(1900, year);
    for (int m = 1; m < month; m++) {
        days += days_in_month(year, m);
    }
    days += day - 1;
    return (days + 1) % 7;
}

static int is_before(const struct date *left, const struct date *right) {
    if (left->year != right->year) {
        return left->year < right->year;
    }
    if (left->month != right->month) {
        return left->month < right->month;
    }
    return left->day < right->day;
}

static int minutes(int hours, int more) {
    return hours * 60 + more;
}

static int overlap(int start, int end, int other_start, int other_end) {
    int from = start;
    int to = end;
    if (other_start > from) {
        from = other_start;
    }
    if (other_end < to) {
        to = other_end;
    }
    if (to < from) {
        return 0;
    }
    return to - from;
}

static void test_leap(void) {
    assert(is_leap(2024));
    assert(!is_leap(1900));
    assert(is_leap(2000));
    assert(!is_leap(2023));
}

static void test_months(void) {
    int february = days_in_month(2024, 2);
    int june = days_in_month(2023, 6);
    int december = days_in_month(2023, 12);
    assert(february == 29);
    assert(june == 30);
    assert(december == 31);
}

static void test_day_of_year(void) {
    struct date spring = {2024, 3, 1};
    struct date early = {2023, 1, 17};
    int number = day_of_year(&spring);
    assert(number == 61);
    assert(day_of_year(&early) == 17);
}

static void test_next_day(void) {
    struct date date = {2023, 12, 30};
    next_day(&date);
    assert(date.day == 31);
    next_day(&date);
    assert(date.day == 1);
    assert(date.month == 1);
    assert(date.year == 2024);
}

static void test_span(void) {
    int span = days_between(1999, 2005);
    assert(span == 2192);
}

static void test_week(void) {
    int monday = day_of_week(1900, 1, 1);
    int sunday = day_of_week(1901, 3, 10);
    assert(monday == 1);
    assert(sunday == 0);
}

static void test_before(void) {
    struct date first = {2023, 11, 5};
    struct date second = {2023, 11, 20};
    struct date third = {2024, 1, 1};
    assert(is_before(&first, &second));
    assert(!is_before(&third, &second));
    assert(is_before(&second, &third));
}

static void test_overlap(void) {
    int shared = overlap(minutes(9, 0), minutes(12, 30), minutes(11, 45), minutes(13, 0));
    int apart = overlap(minutes(8, 0), minutes(9, 0), minutes(10, 0), minutes(11, 0));
    assert(shared == 45);
    assert(apart == 0);
}

int main(void) {
    test_leap();
    test_overlap();
    test_months();
    test_before();
    test_day_of_year();
    test_next_day();
    test_span();
    test_week();
    return 0;
}
