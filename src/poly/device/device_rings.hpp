// What a polynomial over a ring is on a device, and what devices do with it.
//
// Every function of a DeviceRing that takes a ResidentJob runs in a job of the device. reaches_...() say beforehand
// whether devices can do it. Products and shifts throw DeviceFailure: `unsupported` for lengths and bits that no device
// reaches, `out_of_memory` for those that this one has no room for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "gpu/products/device_integers.hpp"
#include "gpu/products/device_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class R>
struct DeviceRing;

template <>
struct DeviceRing<Integers> {
  using Data = DeviceIntegers;
  using Prepared = PreparedIntegers;

  static bool reaches(const Integers&) noexcept { return true; }
  static Data upload(ResidentJob on, const PolyZ& f, const ExecutionContext& ctx);
  static PolyZ download(ResidentJob on, const Data& v, const PolyZ& like, const ExecutionContext& ctx);
  static Data sum(ResidentJob on, const Integers&, const Data& a, const Data& b, bool subtract);

  static Data product(ResidentJob on, const Integers&, const Data& a, const Data& b, const ExecutionContext& ctx);
  static Prepared prepare(ResidentJob on, const Integers&, const Data& f, std::size_t length, std::size_t bits,
                          const ExecutionContext& ctx);
  static bool fits(const Prepared& f, const Data& g) noexcept {
    return g.length <= f.other_length && g.bits <= f.other_bits;
  }
  static Data product(ResidentJob on, const Integers&, const Data& g, const Prepared& f);
  static bool reaches_shift(const Integers&, std::size_t) noexcept { return true; }
  static Data shift(ResidentJob on, const Integers&, const Data& f, const Integer& c, const ExecutionContext& ctx);
  static bool reaches_value() noexcept { return false; }
  static Integer value(ResidentJob, const Integers&, const Data&, const Integer&) { return {}; }
};

template <>
struct DeviceRing<PrimeField> {
  using Data = DeviceResidues;
  using Prepared = PreparedResidues;

  static bool reaches(const PrimeField& field) noexcept;
  static Data upload(ResidentJob on, const PolyZp& f, const ExecutionContext& ctx);
  static PolyZp download(ResidentJob on, const Data& v, const PolyZp& like, const ExecutionContext& ctx);
  static Data sum(ResidentJob on, const PrimeField& field, const Data& a, const Data& b, bool subtract);
  static Data product(ResidentJob on, const PrimeField& field, const Data& a, const Data& b,
                      const ExecutionContext& ctx);
  static Prepared prepare(ResidentJob on, const PrimeField& field, const Data& f, std::size_t length, std::size_t bits,
                          const ExecutionContext& ctx);
  static bool fits(const Prepared& f, const Data& g) noexcept { return g.length <= f.other_length; }
  static Data product(ResidentJob on, const PrimeField& field, const Data& g, const Prepared& f);
  static bool reaches_shift(const PrimeField& field, std::size_t length) noexcept;
  static Data shift(ResidentJob on, const PrimeField& field, const Data& f, std::uint64_t c,
                    const ExecutionContext& ctx);
  static bool reaches_value() noexcept { return true; }
  static std::uint64_t value(ResidentJob on, const PrimeField& field, const Data& f, std::uint64_t x);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
