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

static int is_perfect(int number) {
    int sum = 1;
    for (int divisor = 2; divisor < number; divisor++) {
        if (number % divisor == 0) {
            sum += divisor;
        }
    }
    return sum == number;
}

static int fibonacci(int index) {
    int current = 0;
    int next = 1;
    for (int i = 0; i < index; i++) {
        int sum = current + next;
        current = next;
        next = sum;
    }
    return current;
}

static int binomial(int n, int k) {
    int result = 1;
    for (int i = 1; i <= k; i++) {
        result = result * (n - k + i) / i;
    }
    return result;
}

static int reversed(int number) {
    int result = 0;
    while (number > 0) {
        result = result * 10 + number % 10;
        number /= 10;
    }
    return result;
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

static void test_perfect(void) {
    assert(is_perfect(6));
    assert(!is_perfect(8));
}

static void test_fibonacci(void) {
    int tenth = fibonacci(10);
    int first = fibonacci(1);
    assert(tenth == 55);
    assert(first == 1);
}

static void test_binomial(void) {
    int pairs = binomial(6, 2);
    assert(pairs == 15);
    assert(binomial(5, 5) == 1);
}

static void test_reversed(void) {
    int turned = reversed(4071);
    assert(turned == 1704);
    assert(reversed(turned) == 4071);
}

int main(void) {
    test_fibonacci();
    test_divisors();
    test_perfect();
    test_power();
    test_reversed();
    test_digits();
    test_collatz();
    test_binomial();
    test_primes();
    return 0;
}
