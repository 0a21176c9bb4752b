struct flags {
    unsigned ready : 1;
    unsigned level : 3;
};

int level(struct flags f)
{
    return f.level;
}
