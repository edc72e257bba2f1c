#include <assert.h>

enum state { IDLE, PAYING, READY, BROKEN };

struct machine {
    enum state state;
    int paid;
    int sold;
    int stock;
    int returned;
};

static const int price = 70;

static void insert_coin(struct machine *machine, int coin) {
    if (machine->state == BROKEN) {
        machine->returned += coin;
        return;
    }
    machine->paid += coin;
    machine->state = PAYING;
    if (machine->paid >= price) {
        machine->state = READY;
    }
}

static void cancel(struct machine *machine) {
    machine->returned += machine->paid;
    machine->paid = 0;
    machine->state = IDLE;
}

static void select_item(struct machine *machine) {
    if (machine->state != READY) {
        return;
    }
    machine->returned += machine->paid - price;
    machine->paid = 0;
    machine->sold++;
    machine->stock--;
    if (machine->stock == 0) {
        machine->state = BROKEN;
    } else {
        machine->state = IDLE;
    }
}

static void operate(struct machine *machine, const char *events) {
    for (int i = 0; events[i] != '\0'; i++) {
        switch (events[i]) {
        case 's':
            insert_coin(machine, 10);
            break;
        case 'm':
            insert_coin(machine, 20);
            break;
        case 'l':
            insert_coin(machine, 50);
            break;
        case 'c':
            cancel(machine);
            break;
        default:
            select_item(machine);
        }
    }
}

static void test_sale(void) {
    struct machine machine = {IDLE, 0, 0, 5, 0};
    operate(&machine, "lm!");
    assert(machine.sold == 1);
    assert(machine.stock == 4);
    assert(machine.returned == 0);
    assert(machine.state == IDLE);
}

static void test_change(void) {
    struct machine machine = {IDLE, 0, 0, 5, 0};
    operate(&machine, "ll!");
    assert(machine.returned == 30);
    assert(machine.paid == 0);
}

static void test_cancel(void) {
    struct machine machine = {IDLE, 0, 0, 5, 0};
    operate(&machine, "mc");
    assert(machine.returned == 20);
    assert(machine.state == IDLE);
    operate(&machine, "s!");
    assert(machine.sold == 0);
    assert(machine.paid == 10);
}

static void test_empty(void) {
    struct machine machine = {IDLE, 0, 0, 1, 0};
    operate(&machine, "lm!");
    assert(machine.state == BROKEN);
    operate(&machine, "l");
    assert(machine.returned == 50);
    assert(machine.state == BROKEN);
}

int main(void) {
    test_sale();
    test_cancel();
    test_empty();
    test_change();
    return 0;
}
