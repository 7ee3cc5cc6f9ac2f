// Polynomials over Z and Z/pZ on a device: bounds, primes and plans for what the room of devices computes.
#include "poly/device/device_rings.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "gpu/device/device_costs.hpp"
#include "gpu/products/integer_product.hpp"
#include "gpu/products/integer_shift.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "poly/shift/shift_bound.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The job's device, but one on which all fits that devices reach.
DeviceView roomy_view(ResidentJob on, const ExecutionContext& ctx) {
  DeviceView view;
  view.rates = device_rates(on.device.info(), ctx.tuning().section<DeviceTuning>());
  view.usable = true;
  view.free_bytes = SIZE_MAX;
  return view;
}

/// Throws where the plan says that no device does it.
template <class Plan>
Plan reached(Plan plan, const char* what) {
  if (plan.device_bytes.is_never())
    throw DeviceFailure(FailureKind::unsupported, std::string("no device does ") + what);
  return plan;
}

/// The number of primes for coefficients of so many bits.
std::size_t prime_count(std::size_t bits) {
  if (bits > most_multimodular_bits)
    throw DeviceFailure(FailureKind::unsupported, "no device has coefficients of " + std::to_string(bits) + " bits");
  return shared_prime_count(transform_primes_for(bits + 1));
}

/// The primes for a product.
FieldPrimes product_primes(ResidentJob on, const MulShape& s, const ExecutionContext& ctx) {
  const std::size_t count = prime_count(product_bits(s));
  const DeviceProductShape shape{s.length_a, s.length_b,         limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b),
                                 false,      product_bits(s) + 1};
  const DeviceProductPlan plan =
      reached(plan_device_product(shape, count, roomy_view(on, ctx), 1), "a product of so many coefficients");
  return device_primes(plan.field, shape.length(), plan.primes, ctx);
}

}  // namespace

DeviceIntegers DeviceRing<Integers>::upload(ResidentJob on, const PolyZ& f, const ExecutionContext& ctx) {
  return upload_integers(on, f.coefficients(), f.coefficients().max_bits(ctx));
}

PolyZ DeviceRing<Integers>::download(ResidentJob on, const Data& v, const PolyZ& like, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), vector_bytes(v.length, saturating_mul(v.length, v.stride)));
  IntegerVector f = download_integers(on, v);
  std::size_t length = f.size();
  while (length != 0 && f.signed_size(length - 1) == 0) --length;
  if (length != f.size()) f.truncate(length, ctx);
  f.compact(false, ctx);
  return PolyZ::make(std::move(f), like);
}

DeviceIntegers DeviceRing<Integers>::sum(ResidentJob on, const Integers&, const Data& a, const Data& b, bool subtract) {
  return add_integers(on, a, b, subtract);
}

DeviceIntegers DeviceRing<Integers>::product(ResidentJob on, const Integers&, const Data& a, const Data& b,
                                             const ExecutionContext& ctx) {
  const MulShape shape{a.length, b.length, a.bits, b.bits};
  return multiply_integers(on, a, b, product_primes(on, shape, ctx), product_bits(shape));
}

PreparedIntegers DeviceRing<Integers>::prepare(ResidentJob on, const Integers&, const Data& f, std::size_t length,
                                               std::size_t bits, const ExecutionContext& ctx) {
  return prepare_integers(on, f, length, bits, product_primes(on, {f.length, length, f.bits, bits}, ctx));
}

DeviceIntegers DeviceRing<Integers>::product(ResidentJob on, const Integers&, const Data& g, const Prepared& f) {
  return multiply_integers(on, g, f, product_bits({f.length, g.length, f.bits, g.bits}));
}

DeviceIntegers DeviceRing<Integers>::shift(ResidentJob on, const Integers&, const Data& f, const Integer& c,
                                           const ExecutionContext& ctx) {
  // sum |a_j| (1 + |c|)^j bounds all coefficients.
  const double growth = static_cast<double>(f.length) * shift_growth(c);
  if (growth > static_cast<double>(most_multimodular_bits))
    throw DeviceFailure(FailureKind::unsupported, "no device shifts by so much");
  const std::size_t bits = f.bits + static_cast<std::size_t>(std::ceil(growth)) + 1;
  const std::size_t count = prime_count(bits);
  reached(plan_device_shift({f.length, limbs_for_bits(f.bits), bits, f.length}, count, roomy_view(on, ctx), 1),
          "a shift of so many coefficients");
  return shift_integers(on, f, c, first_transform_primes(count, ctx), bits);
}

bool DeviceRing<PrimeField>::reaches(const PrimeField& field) noexcept {
  return field.modulus() > 2 && field.modulus() >> 63 == 0;
}

DeviceResidues DeviceRing<PrimeField>::upload(ResidentJob on, const PolyZp& f, const ExecutionContext&) {
  return upload_words(on, f.coefficients());
}

PolyZp DeviceRing<PrimeField>::download(ResidentJob on, const Data& v, const PolyZp& like,
                                        const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), saturating_mul(v.length, sizeof(std::uint64_t)));
  ResidueVector f;
  resize_unwritten(f, v.length);
  download_words(on, v, f);
  while (!f.empty() && f.back() == 0) f.pop_back();
  return PolyZp::make(std::move(f), like);
}

DeviceResidues DeviceRing<PrimeField>::sum(ResidentJob on, const PrimeField& field, const Data& a, const Data& b,
                                           bool subtract) {
  return add_words(on, a, b, subtract, field.modulus());
}

namespace {

DeviceProductPlan word_plan(ResidentJob on, const PrimeField& field, std::size_t length_a, std::size_t length_b,
                            bool square, const ExecutionContext& ctx) {
  return reached(plan_device_product_zp(length_a, length_b, square, field.modulus(), true, roomy_view(on, ctx), 1),
                 "a product of so many words");
}

}  // namespace

DeviceResidues DeviceRing<PrimeField>::product(ResidentJob on, const PrimeField& field, const Data& a, const Data& b,
                                               const ExecutionContext& ctx) {
  return multiply_words(on, word_plan(on, field, a.length, b.length, &a == &b, ctx), field.modulus(), a, b);
}

PreparedResidues DeviceRing<PrimeField>::prepare(ResidentJob on, const PrimeField& field, const Data& f,
                                                 std::size_t length, std::size_t, const ExecutionContext& ctx) {
  return prepare_words(on, word_plan(on, field, f.length, length, false, ctx), field.modulus(), f, length);
}

DeviceResidues DeviceRing<PrimeField>::product(ResidentJob on, const PrimeField& field, const Data& g,
                                               const Prepared& f) {
  return multiply_words(on, field.modulus(), g, f);
}

bool DeviceRing<PrimeField>::reaches_shift(const PrimeField& field, std::size_t length) noexcept {
  return shifts_words(field.modulus(), length);
}

DeviceResidues DeviceRing<PrimeField>::shift(ResidentJob on, const PrimeField& field, const Data& f, std::uint64_t c,
                                             const ExecutionContext&) {
  return shift_words(on, field.modulus(), f, c);
}

std::uint64_t DeviceRing<PrimeField>::value(ResidentJob on, const PrimeField& field, const Data& f, std::uint64_t x) {
  return evaluate_words(on, field.modulus(), f, x);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
