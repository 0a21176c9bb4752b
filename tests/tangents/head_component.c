/* A head that names components of a struct behind a pointer.
   head: settle(s->load,s->stiffness)>(s->shift) */
struct spring {
  double load, stiffness, shift;
  int steps;
};

void settle(struct spring *s)
{
  s->shift = 0;
  for (int i = 0; i < 5; i++)
    s->shift += (s->load - s->stiffness * s->shift * s->shift) * 0.2;
}
