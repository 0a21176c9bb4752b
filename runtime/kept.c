/* Memory that the backward sweep needs, or the end. */
static void *memory_or_stop(void *room) {
  if (!room) {
    fprintf(stderr, "no memory left for the values that the backward sweep needs\n");
    exit(EXIT_FAILURE);
  }
  return room;
}
