// compare-pictures A B TOLERANCE: status 0 if two PPM pictures are equally large and no channel differs by more.
#include <stdio.h>
#include <stdlib.h>

static unsigned char *load(const char *path, long *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc((size_t)*size + 1);
  if (bytes && fread(bytes, 1, (size_t)*size, file) != (size_t)*size) bytes = NULL;
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long a_size = 0, b_size = 0;
  unsigned char *a = load(argv[1], &a_size), *b = load(argv[2], &b_size);
  if (!a || !b || a_size != b_size) return 1;
  // Both are written with the same head, so bytes of equal place are channels of equal place.
  for (long i = 0; i < a_size; i++)
    if (abs(a[i] - b[i]) > atoi(argv[3])) return 1;
  return 0;
}
