#include <assert.h>

static int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int lcm(int a, int b) {
    int divisor = gcd(a, b);
    return a / divisor * b;
}

static int is_prime(int number) {
    if (number < 2) {
        return 0;
    }
    for (int divisor = 2; divisor * divisor <= number; divisor++) {
        if (number % divisor == 0) {
            return 0;
        }
    }
    return 1;
}

static int power(int base, int exponent) {
    int result = 1;
    while (exponent > 0) {
        if (exponent % 2 == 1) {
            result *= base;
        }
        base *= base;
        exponent /= 2;
    }
    return result;
}

static int digit_sum(int number) {
    int sum = 0;
    while (number > 0) {
        sum += number % 10;
        number /= 10;
    }
    return sum;
}

static int collatz_length(int number) {
    int steps = 0;
    while (number != 1) {
        if (number % 2 == 0) {
            number /= 2;
        } else {
            number = 3 * number + 1;
        }
        steps++;
    }
    return steps;
}

static void test_divisors(void) {
    int common = gcd(84, 36);
    int multiple = lcm(21, 6);
    assert(common == 12);
    assert(multiple == 42);
    assert(gcd(7, 5) == 1);
}

static void test_primes(void) {
    int primes = 0;
    for (int number = 0; number < 12; number++) {
        if (is_prime(number)) {
            primes++;
        }
    }
    assert(primes == 5);
    assert(!is_prime(91));
}

static void test_power(void) {
    int large = power(3, 5);
    assert(large == 243);
    assert(power(7, 0) == 1);
}

static void test_digits(void) {
    int digits = digit_sum(9075);
    assert(digits == 21);
}

static void test_collatz(void) {
    int steps = collatz_length(6);
    assert(steps == 8);
}

int main(void) {
    test_divisors();
    test_power();
    test_digits();
    test_collatz();
    test_primes();
    return 0;
}
