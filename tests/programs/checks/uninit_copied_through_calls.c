struct box { int name, value; };

static int get(struct box *box) { return box->value; }
static void put(struct box *box, int value) { box->value = value; }

int main(void)
{
    struct box a, b;
    put(&b, get(&a));
    int list[3] = { 1, 2, 3 };
    return list[b.value]; //~ uninit@17: b.value comes from a.value (line 8), which has no value
}
