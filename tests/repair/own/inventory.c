/* An inventory. Lines `NAME QUANTITY PRICE` add to it; the rest of the input is `? NAME` questions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char name[16];
    int quantity;
    int price;
    struct item *next;
};

static struct item *find(struct item *list, const char *name)
{
    while (list != NULL && strcmp(list->name, name) != 0)
        list = list->next;
    return list;
}

static struct item *stock(struct item *list, const char *name, int quantity, int price)
{
    struct item *item = find(list, name);
    if (item == NULL) {
        item = malloc(sizeof *item);
        strcpy(item->name, name);
        item->quantity = 0;
        item->next = list;
        list = item;
    }
    item->price = item->quantity + quantity;
    item->price = price;
    return list;
}

int main(void)
{
    struct item *list = NULL;
    char name[16];
    int quantity, price;
    while (scanf("%15s", name) == 1) {
        if (strcmp(name, "?") == 0) {
            if (scanf("%15s", name) != 1)
                return 1;
            struct item *item = find(list, name);
            if (item == NULL)
                printf("no %s\n", name);
            else
                printf("%d %s at %d\n", item->quantity, name, item->price);
        } else if (scanf("%d %d", &quantity, &price) == 2) {
            list = stock(list, name, quantity, price);
        }
    }
    return 0;
}
