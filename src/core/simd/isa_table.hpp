// The explicit table of a kernel family: one entry per instruction-set level.
#pragma once

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Fn is pointer-like; scalar is never null. A null entry falls back to the next lower level.
template <class Fn>
struct IsaTable {
  Fn scalar;
  Fn avx2;
  Fn avx512;
  Fn ifma;

  constexpr Fn select(Isa isa) const {
    if (isa >= Isa::ifma && ifma != nullptr) return ifma;
    if (isa >= Isa::avx512 && avx512 != nullptr) return avx512;
    if (isa >= Isa::avx2 && avx2 != nullptr) return avx2;
    return scalar;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
