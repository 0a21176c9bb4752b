/* Index sets by handle, from libcostate_sparse: link with -lcostate_sparse. */
int costate_union(int a, int b);
