// find: fails kind=null line=14 function=rightmost
// input: tree={.value=3, .left=NULL, .right=NULL}; steps=1
// passing input: tree={.value=3, .left=NULL, .right=NULL}; steps=0
struct tree {
    int value;
    struct tree *left, *right;
};

//@ requires \valid(tree) && 0 <= steps && steps <= 2;
int rightmost(struct tree *tree, int steps)
{
    for (int i = 0; i < steps && tree; i++)
        tree = tree->right;
    return tree->value;
}
