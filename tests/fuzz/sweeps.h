/* What adjoints made with --mark-sweeps call (src/transform/SweepMarks.h). */
void sweep_note(void *at, long bytes, int kind);
void sweep_forward(int place);
void sweep_backward(int place);
