/// CUDA's built-in vector types, with the same alignment.
#pragma once

/// Positions and sizes of grids and CTAs.
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

// One line per element type: name, element, alignment of the 2- and 4-element vector.
#define SIMT_VECTOR_TYPES(name, element, align2, align4)                         \
  struct alignas(align2) name##2 {                                               \
    element x, y;                                                                \
  };                                                                             \
  struct alignas(align4) name##4 {                                               \
    element x, y, z, w;                                                          \
  };                                                                             \
  constexpr name##2 make_##name##2(element x, element y) {                       \
    return {x, y};                                                               \
  }                                                                              \
  constexpr name##4 make_##name##4(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                         \
  }

SIMT_VECTOR_TYPES(uchar, unsigned char, 2, 4)
SIMT_VECTOR_TYPES(ushort, unsigned short, 4, 8)
SIMT_VECTOR_TYPES(int, int, 8, 16)
SIMT_VECTOR_TYPES(uint, unsigned, 8, 16)
SIMT_VECTOR_TYPES(float, float, 8, 16)
#undef SIMT_VECTOR_TYPES

/// Pairs of 64-bit integers.
struct alignas(16) longlong2 {
  long long x, y;
};
struct alignas(16) ulonglong2 {
  unsigned long long x, y;
};
struct alignas(16) double2 {
  double x, y;
};
constexpr longlong2 make_longlong2(long long x, long long y) {
  return {x, y};
}
constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) {
  return {x, y};
}
constexpr double2 make_double2(double x, double y) {
  return {x, y};
}
