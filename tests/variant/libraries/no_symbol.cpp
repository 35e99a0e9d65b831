// A library that is no variant.
extern "C" __attribute__((visibility("default"))) int unrelated() {
  return 1;
}
