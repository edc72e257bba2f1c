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

static int coins_for(int amount) {
    int coins = 0;
    while (amount >= 50) {
        amount -= 50;
        coins++;
    }
    while (amount >= 20) {
        amount -= 20;
        coins++;
    }
    return coins + amount / 10;
}

static int next_light(int light, int seconds) {
    switch (light) {
    case 0:
        if (seconds >= 30) {
            return 1;
        }
        break;
    case 1:
        if (seconds >= 5) {
            return 2;
        }
        break;
    default:
        if (seconds >= 20) {
            return 0;
        }
        break;
    }
    return light;
}

static int changes(int light, int duration) {
    int number = 0;
    int seconds = 0;
    for (int clock = 0; clock < duration; clock += 5) {
        int next = next_light(light, seconds);
        if (next != light) {
            number++;
            seconds = 0;
        }
        light = next;
        seconds += 5;
    }
    return number;
}

static int refill(int stock, int sold_per_day, int days) {
    int orders = 0;
    for (int day = 0; day < days; day++) {
        stock -= sold_per_day;
        if (stock < sold_per_day) {
            stock += 20;
            orders++;
        }
    }
    return orders * 100 + stock;
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

static void test_coins(void) {
    int few = coins_for(70);
    int more = coins_for(190);
    assert(few == 2);
    assert(more == 5);
}

static void test_lights(void) {
    assert(next_light(0, 30) == 1);
    assert(next_light(1, 0) == 1);
    int number = changes(0, 60);
    assert(number == 3);
}

static void test_refill(void) {
    int state = refill(15, 6, 5);
    assert(state == 225);
}

int main(void) {
    test_coins();
    test_sale();
    test_lights();
    test_cancel();
    test_empty();
    test_refill();
    test_change();
    return 0;
}
