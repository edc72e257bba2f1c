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

int main(void) {
    test_interest();
    test_withdrawal();
    test_overdraft();
    test_transfer();
    return 0;
}
