struct state_struct {
    double value;
    int steps;
};
typedef struct state_struct state;
