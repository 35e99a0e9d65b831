/// Bit operations, integer arithmetic, FP32 rounding, conversions and bit casts.
#pragma once
#include "elementwise.hpp"

namespace conformance::arithmetic {

__device__ inline int i(u32 x) {
  return static_cast<int>(x);
}
__device__ inline long long ll(u32 low, u32 high) {
  return static_cast<long long>(join(low, high));
}
__device__ inline float f(u32 x) {
  return __uint_as_float(x);
}
__device__ inline u32 bits(float x) {
  return __float_as_uint(x);
}
// A double without NaN: the exponent never becomes all ones.
__device__ inline double d(u32 low, u32 high) {
  return __longlong_as_double(ll(low, high & 0xbfffffffu));
}
__device__ inline u64 bits64(double x) {
  return static_cast<u64>(__double_as_longlong(x));
}
__device__ inline u64 wide(int x) {
  return static_cast<u64>(static_cast<long long>(x));
}

CONFORMANCE_OP(popc, __popc(a))
CONFORMANCE_OP(popcll, __popcll(join(a, b)))
CONFORMANCE_OP(clz, __clz(i(a)))
CONFORMANCE_OP(clzll, __clzll(ll(a, b)))
CONFORMANCE_OP(ffs, __ffs(i(a)))
CONFORMANCE_OP(ffsll, __ffsll(ll(a, b)))
CONFORMANCE_OP(brev, __brev(a))
CONFORMANCE_OP(brevll, __brevll(join(a, b)))
CONFORMANCE_OP(byte_perm, __byte_perm(a, b, c))
CONFORMANCE_OP(funnelshift_l, __funnelshift_l(a, b, c))
CONFORMANCE_OP(funnelshift_r, __funnelshift_r(a, b, c))
CONFORMANCE_OP(funnelshift_lc, __funnelshift_lc(a, b, c))
CONFORMANCE_OP(funnelshift_rc, __funnelshift_rc(a, b, c))
CONFORMANCE_OP(mulhi, wide(__mulhi(i(a), i(b))))
CONFORMANCE_OP(umulhi, __umulhi(a, b))
CONFORMANCE_OP(umul64hi, __umul64hi(join(a, b), join(b, c)))
CONFORMANCE_OP(sad, __sad(i(a), i(b), c))
CONFORMANCE_OP(usad, __usad(a, b, c))
CONFORMANCE_OP(fadd, bits(__fadd_rn(f(a), f(b))))
CONFORMANCE_OP(fsub, bits(__fsub_rn(f(a), f(b))))
CONFORMANCE_OP(fmul, bits(__fmul_rn(f(a), f(b))))
CONFORMANCE_OP(fdiv, bits(__fdiv_rn(f(a), f(b))))
CONFORMANCE_OP(frcp, bits(__frcp_rn(f(a))))
CONFORMANCE_OP(fmaf, bits(__fmaf_rn(f(a), f(b), f(c))))
CONFORMANCE_OP(fsqrt, bits(__fsqrt_rn(f(a))))
CONFORMANCE_OP(min_int, wide(min(i(a), i(b))))
CONFORMANCE_OP(max_int, wide(max(i(a), i(b))))
CONFORMANCE_OP(min_unsigned, min(a, b))
CONFORMANCE_OP(max_unsigned, max(a, b))
CONFORMANCE_OP(min_longlong, min(ll(a, b), ll(b, c)))
CONFORMANCE_OP(max_longlong, max(ll(a, b), ll(b, c)))
CONFORMANCE_OP(min_ulonglong, min(join(a, b), join(b, c)))
CONFORMANCE_OP(max_ulonglong, max(join(a, b), join(b, c)))
CONFORMANCE_OP(min_float, bits(min(f(a), f(b))))
CONFORMANCE_OP(max_float, bits(max(f(a), f(b))))
CONFORMANCE_OP(min_double, bits64(min(d(a, b), d(b, c))))
CONFORMANCE_OP(max_double, bits64(max(d(a, b), d(b, c))))
CONFORMANCE_OP(float_as_int, wide(__float_as_int(__int_as_float(i(a)))))
CONFORMANCE_OP(float_as_uint, __float_as_uint(__uint_as_float(a)))
CONFORMANCE_OP(double_as_longlong, __double_as_longlong(__longlong_as_double(ll(a, b))))
CONFORMANCE_OP(f2i_rn, wide(__float2int_rn(f(a))))
CONFORMANCE_OP(f2i_rz, wide(__float2int_rz(f(a))))
CONFORMANCE_OP(f2i_rd, wide(__float2int_rd(f(a))))
CONFORMANCE_OP(f2i_ru, wide(__float2int_ru(f(a))))
CONFORMANCE_OP(f2u_rn, __float2uint_rn(f(a)))
CONFORMANCE_OP(f2u_rz, __float2uint_rz(f(a)))
CONFORMANCE_OP(f2u_rd, __float2uint_rd(f(a)))
CONFORMANCE_OP(f2u_ru, __float2uint_ru(f(a)))
CONFORMANCE_OP(i2f, bits(__int2float_rn(i(a))))
CONFORMANCE_OP(u2f, bits(__uint2float_rn(a)))
CONFORMANCE_OP(to_half, simt::half_bits_rn(f(a)))

inline void add(Table& table) {
  add_elementwise<popc>(table, "__popc");
  add_elementwise<popcll>(table, "__popcll");
  add_elementwise<clz>(table, "__clz");
  add_elementwise<clzll>(table, "__clzll");
  add_elementwise<ffs>(table, "__ffs");
  add_elementwise<ffsll>(table, "__ffsll");
  add_elementwise<brev>(table, "__brev");
  add_elementwise<brevll>(table, "__brevll");
  add_elementwise<byte_perm>(table, "__byte_perm");
  add_elementwise<funnelshift_l>(table, "__funnelshift_l");
  add_elementwise<funnelshift_r>(table, "__funnelshift_r");
  add_elementwise<funnelshift_lc>(table, "__funnelshift_lc");
  add_elementwise<funnelshift_rc>(table, "__funnelshift_rc");
  add_elementwise<mulhi>(table, "__mulhi");
  add_elementwise<umulhi>(table, "__umulhi");
  add_elementwise<umul64hi>(table, "__umul64hi");
  add_elementwise<sad>(table, "__sad");
  add_elementwise<usad>(table, "__usad");
  add_elementwise<fadd>(table, "__fadd_rn");
  add_elementwise<fsub>(table, "__fsub_rn");
  add_elementwise<fmul>(table, "__fmul_rn");
  add_elementwise<fdiv>(table, "__fdiv_rn");
  add_elementwise<frcp>(table, "__frcp_rn");
  add_elementwise<fmaf>(table, "__fmaf_rn");
  add_elementwise<fsqrt>(table, "__fsqrt_rn");
  add_elementwise<min_int>(table, "min/int");
  add_elementwise<max_int>(table, "max/int");
  add_elementwise<min_unsigned>(table, "min/unsigned");
  add_elementwise<max_unsigned>(table, "max/unsigned");
  add_elementwise<min_longlong>(table, "min/longlong");
  add_elementwise<max_longlong>(table, "max/longlong");
  add_elementwise<min_ulonglong>(table, "min/ulonglong");
  add_elementwise<max_ulonglong>(table, "max/ulonglong");
  add_elementwise<min_float>(table, "min/float");
  add_elementwise<max_float>(table, "max/float");
  add_elementwise<min_double>(table, "min/double");
  add_elementwise<max_double>(table, "max/double");
  add_elementwise<float_as_int>(table, "__float_as_int,__int_as_float");
  add_elementwise<float_as_uint>(table, "__float_as_uint,__uint_as_float");
  add_elementwise<double_as_longlong>(table, "__double_as_longlong,__longlong_as_double");
  add_elementwise<f2i_rn>(table, "__float2int_rn");
  add_elementwise<f2i_rz>(table, "__float2int_rz");
  add_elementwise<f2i_rd>(table, "__float2int_rd");
  add_elementwise<f2i_ru>(table, "__float2int_ru");
  add_elementwise<f2u_rn>(table, "__float2uint_rn");
  add_elementwise<f2u_rz>(table, "__float2uint_rz");
  add_elementwise<f2u_rd>(table, "__float2uint_rd");
  add_elementwise<f2u_ru>(table, "__float2uint_ru");
  add_elementwise<i2f>(table, "__int2float_rn");
  add_elementwise<u2f>(table, "__uint2float_rn");
  add_elementwise<to_half>(table, "simt::half_bits_rn/special");
}

}  // namespace conformance::arithmetic
