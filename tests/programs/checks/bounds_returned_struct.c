struct row {
    int cells[3];
    int total;
};

static struct row make(void) {
    struct row row = {{1, 2, 3}, 6};
    return row;
}

int main(void) {
    int last = 3;
    return make().cells[last]; //~ bounds@12: index 3 is out of bounds of make().cells[3]
}
