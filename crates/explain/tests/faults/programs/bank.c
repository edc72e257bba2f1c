#include <assert.h>

struct account {
    int balance;
    int limit;
    int fees;
    int moves;
};

static void open_account(struct account *account, int deposit, int limit) {
    account->balance = deposit;
    account->limit = limit;
    account->fees = 0;
    account->moves = 0;
}

static int withdraw(struct account *account, int amount) {
    if (amount <= 0) {
        return 0;
    }
    if (account->balance - amount < -account->limit) {
        return 0;
    }
    account->balance -= amount;
    account->moves++;
    if (account->balance < 0) {
        account->fees += 5;
        account->balance -= 5;
    }
    return 1;
}

static void deposit(struct account *account, int amount) {
    if (amount > 0) {
        account->balance += amount;
        account->moves++;
    }
}

static int transfer(struct account *from, struct account *to, int amount) {
    if (!withdraw(from, amount)) {
        return 0;
    }
    deposit(to, amount);
    return amount;
}

static int interest(int balance, int percent, int years) {
    for (int year = 0; year < years; year++) {
        balance += balance * percent / 100;
    }
    return balance;
}

static int months_to_save(int wage, int costs, int goal) {
    int saved = 0;
    int months = 0;
    if (wage <= costs) {
        return -1;
    }
    while (saved < goal) {
        saved += wage - costs;
        months++;
        if (months % 12 == 0) {
            saved += saved / 50;
        }
    }
    return months;
}

static int tax(int income) {
    int due = 0;
    if (income > 5000) {
        due += (income - 5000) / 2;
        income = 5000;
    }
    if (income > 1000) {
        due += (income - 1000) / 5;
    }
    return due;
}

static int check_digit(const int *digits, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int digit = digits[i];
        if (i % 2 == 0) {
            digit *= 2;
        }
        if (digit > 9) {
            digit -= 9;
        }
        sum += digit;
    }
    return (10 - sum % 10) % 10;
}

static void test_withdrawal(void) {
    struct account account;
    open_account(&account, 100, 50);
    int done = withdraw(&account, 60);
    int negative = withdraw(&account, -5);
    assert(done);
    assert(!negative);
    assert(account.balance == 40);
    assert(account.moves == 1);
}

static void test_overdraft(void) {
    struct account account;
    open_account(&account, 100, 50);
    int done = withdraw(&account, 130);
    int refused = withdraw(&account, 20);
    assert(done && !refused);
    assert(account.fees == 5);
    assert(account.balance == -35);
}

static void test_transfer(void) {
    struct account from;
    struct account to;
    open_account(&from, 300, 0);
    open_account(&to, 10, 0);
    int moved = transfer(&from, &to, 200);
    int much = transfer(&from, &to, 200);
    assert(moved == 200);
    assert(much == 0);
    assert(from.balance == 100);
    assert(to.balance == 210);
    assert(to.moves <= 1);
}

static void test_interest(void) {
    int grown = interest(800, 10, 3);
    int same = interest(500, 7, 0);
    assert(grown == 1064);
    assert(same == 500);
}

static void test_saving(void) {
    int never = months_to_save(900, 950, 100);
    int short_time = months_to_save(1500, 1000, 1800);
    int long_time = months_to_save(1100, 1000, 1400);
    assert(never == -1);
    assert(short_time == 4);
    assert(long_time == 14);
}

static void test_tax(void) {
    int none = tax(800);
    int some = tax(3000);
    int much = tax(7000);
    assert(none == 0);
    assert(some == 400);
    assert(much == 1800);
}

static void test_check_digit(void) {
    int number[5] = {7, 9, 9, 2, 6};
    int digit = check_digit(number, 5);
    assert(digit >= 0);
    assert(digit == 2);
}

int main(void) {
    test_tax();
    test_withdrawal();
    test_check_digit();
    test_interest();
    test_transfer();
    test_saving();
    test_overdraft();
    return 0;
}
