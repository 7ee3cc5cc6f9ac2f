// Naive references over Z/pZ: plain vectors of words, every operation by its definition.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "random.hpp"

namespace polyfork::test {

using Residues64 = std::vector<std::uint64_t>;

/// Every kind of modulus: tiny, shorter than the lengths, 31 bits, 50 bits with and without transforms, 62, 63 bits.
inline std::vector<std::uint64_t> zp_moduli() {
  return {
      2, 3, 101, 2013265921, 2147483647, 1108307720798209, 1125899906842597, 4611686018326724609, 9223372036854775783U};
}

/// Cut-offs of 2 and forks, so that short inputs take every path.
inline Tuning smallest_cutoffs() {
  WordTuning t;
  t.visit([](std::string_view, std::int64_t& value) { value = 2; });
  return Tuning().set(t);
}

/// n random residues; kind 1: all p - 1; kind 2: mostly zeros.
inline Residues64 draw_residues(Random& r, std::size_t n, std::uint64_t p, int kind = 0) {
  Residues64 v(n);
  for (auto& x : v) x = kind == 1 ? p - 1 : kind == 2 && r.below(4) != 0 ? 0 : r.below(p);
  return v;
}

inline Residues64 stripped(Residues64 a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
  return a;
}

inline Residues64 plain_mul(const Residues64& a, const Residues64& b, const WordModulus& m) {
  if (a.empty() || b.empty()) return {};
  Residues64 c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = m.add(c[i + j], m.mul(a[i], b[j]));
  return c;
}

inline Residues64 plain_sub(Residues64 a, const Residues64& b, const WordModulus& m) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = m.sub(a[i], b[i]);
  return stripped(std::move(a));
}

/// One leading term at a time; b stripped, not empty.
inline std::pair<Residues64, Residues64> plain_div_rem(Residues64 a, const Residues64& b, const WordModulus& m) {
  const std::uint64_t inverse = m.inverse(b.back());
  Residues64 quotient(a.size() < b.size() ? 0 : a.size() - b.size() + 1);
  for (a = stripped(std::move(a)); a.size() >= b.size(); a = stripped(std::move(a))) {
    const std::uint64_t q = m.mul(a.back(), inverse);
    const std::size_t shift = a.size() - b.size();
    quotient[shift] = q;
    for (std::size_t i = 0; i < b.size(); ++i) a[shift + i] = m.sub(a[shift + i], m.mul(q, b[i]));
  }
  return {stripped(std::move(quotient)), std::move(a)};
}

inline Residues64 plain_monic(Residues64 a, const WordModulus& m) {
  a = stripped(std::move(a));
  if (a.empty()) return a;
  const std::uint64_t inverse = m.inverse(a.back());
  for (std::uint64_t& x : a) x = m.mul(x, inverse);
  return a;
}

/// Monic; empty for gcd(0, 0).
inline Residues64 plain_gcd(Residues64 a, Residues64 b, const WordModulus& m) {
  for (a = stripped(std::move(a)), b = stripped(std::move(b)); !b.empty();)
    a = std::exchange(b, plain_div_rem(std::move(a), b, m).second);
  return plain_monic(std::move(a), m);
}

/// By Euclid: Res(u, v) = (-1)^(deg u deg v) lc(v)^(deg u - deg r) Res(v, r), r = u mod v.
inline std::uint64_t plain_resultant(Residues64 u, Residues64 v, const WordModulus& m) {
  u = stripped(std::move(u));
  v = stripped(std::move(v));
  if (u.empty() || v.empty()) return 0;
  std::uint64_t result = m.reduce(1);
  while (v.size() > 1) {
    Residues64 r = plain_div_rem(u, v, m).second;
    if ((u.size() - 1) % 2 != 0 && (v.size() - 1) % 2 != 0) result = m.neg(result);
    if (r.empty()) return 0;
    result = m.mul(result, m.pow(v.back(), u.size() - r.size()));
    u = std::exchange(v, std::move(r));
  }
  return m.mul(result, m.pow(v.back(), u.size() - 1));
}

inline std::uint64_t plain_evaluate(const Residues64& f, std::uint64_t x, const WordModulus& m) {
  std::uint64_t value = 0;
  for (std::size_t i = f.size(); i-- != 0;) value = m.add(m.mul(value, x), f[i]);
  return value;
}

}  // namespace polyfork::test
