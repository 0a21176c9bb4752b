/* Snapshots in a scratch file: last in, first out. */
static _Thread_local FILE *disk;
static _Thread_local long disk_end;

static void disk_fail(void) {
  fprintf(stderr, "the scratch file for snapshots cannot be written or read\n");
  exit(EXIT_FAILURE);
}

static void disk_push(const void *value, size_t bytes) {
  if (!disk)
    disk = tmpfile();
  if (!disk || fseek(disk, disk_end, SEEK_SET) != 0 || fwrite(value, 1, bytes, disk) != bytes)
    disk_fail();
  disk_end += (long)bytes;
}

static void disk_pop(void *value, size_t bytes) {
  disk_end -= (long)bytes;
  if (!disk || fseek(disk, disk_end, SEEK_SET) != 0 || fread(value, 1, bytes, disk) != bytes)
    disk_fail();
  if (disk_end == 0) {
    fclose(disk);
    disk = NULL;
  }
}
