// Integers that stay on a device.
#include "gpu/products/device_integers.hpp"

#include <algorithm>
#include <utility>

#include "gpu/products/integer_residues.hpp"
#include "gpu/products/integer_shift.hpp"
#include "gpu/products/uploaded_integers.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::size_t limbs_of(std::size_t bits) noexcept { return std::max<std::size_t>(1, (bits + 63) / 64); }

DeviceIntegers unwritten(ResidentJob on, std::size_t length, std::size_t stride, std::size_t bits) {
  return {{on.device, on.job, length * stride}, {on.device, on.job, length}, length, stride, bits};
}

void add_rows(ResidentJob on, const DeviceIntegerRows& a, const DeviceIntegerRows& b, bool subtract,
              const DeviceIntegers& out) {
  const SumOfIntegers p{a, b, subtract, out.limbs.get(), out.stride, out.sizes.get(), out.length};
  launch(on.job.backend(), work_queue, Kernel::sum_of_integers,
         static_cast<unsigned>((out.length + conversion_threads - 1) / conversion_threads), 1, p);
}

/// The integers with these residues, which are used up.
template <class Field>
DeviceIntegers of_residues(ResidentJob on, const IntegerBasisOf<Field>& basis, const DeviceResultOf<Field>& residues,
                           std::size_t bits) {
  DeviceIntegers out = unwritten(on, residues.words, basis.limbs(), bits);
  basis.from_residues(on.job.backend(), residues, out.limbs.get(), out.sizes.get());
  return out;
}

}  // namespace

DeviceIntegers upload_integers(ResidentJob on, const IntegerVector& v, std::size_t bits) {
  const UploadedIntegers uploaded(on.job, v);
  on.job.kernels_after_copies();
  DeviceIntegers out = unwritten(on, v.size(), limbs_of(bits), bits);
  add_rows(on, uploaded.rows(), DeviceIntegerRows{}, false, out);
  on.job.finish();
  return out;
}

IntegerVector download_integers(ResidentJob on, const DeviceIntegers& v) {
  IntegerVector result = unwritten_integers(v.length, v.stride);
  on.job.down(result.row(0), v.limbs.get(), v.length * v.stride * sizeof(mp_limb_t));
  on.job.down(unwritten_sizes(result), v.sizes.get(), v.length * sizeof(std::int32_t));
  return result;
}

DeviceIntegers add_integers(ResidentJob on, const DeviceIntegers& a, const DeviceIntegers& b, bool subtract) {
  const std::size_t bits = std::max(a.bits, b.bits) + 1;
  DeviceIntegers out = unwritten(on, std::max(a.length, b.length), limbs_of(bits), bits);
  add_rows(on, a.rows(), b.rows(), subtract, out);
  on.job.finish();
  return out;
}

DeviceIntegers multiply_integers(ResidentJob on, const DeviceIntegers& a, const DeviceIntegers& b,
                                 const FieldPrimes& primes, std::size_t bits) {
  const std::size_t length = a.length + b.length - 1;
  const std::size_t limbs = std::max(limbs_of(a.bits), limbs_of(b.bits));
  const std::size_t k = primes.primes.size();
  return with_field(primes.field, [&]<class Field>(Field) {
    const IntegerProductOf<Field> product(on.job, primes.primes, limbs, length);
    const DeviceArray<typename Field::Value> residues(on.job.pool(), k * product.pitch());
    product.residues(a.rows(), 0, k, residues.get());
    if (&a == &b)
      product.square(residues.get(), a.length);
    else
      product.multiply(residues.get(), a.length, b.rows(), k);
    DeviceIntegers out = of_residues<Field>(on, product.basis(), {residues.get(), product.pitch(), length}, bits);
    on.job.finish();
    return out;
  });
}

PreparedIntegers prepare_integers(ResidentJob on, const DeviceIntegers& b, std::size_t other_length,
                                  std::size_t other_bits, FieldPrimes primes) {
  const std::size_t limbs = limbs_of(std::max(b.bits, other_bits));
  const std::size_t k = primes.primes.size();
  return with_field(primes.field, [&]<class Field>(Field) {
    using Value = typename Field::Value;
    const IntegerProductOf<Field> product(on.job, primes.primes, limbs, b.length + other_length - 1);
    PreparedIntegers prepared{{on.device, on.job, k * product.pitch() * sizeof(Value)},
                              b.length,
                              b.bits,
                              other_length,
                              other_bits,
                              std::move(primes)};
    auto* const values = reinterpret_cast<Value*>(prepared.values.get());
    product.residues(b.rows(), 0, k, values);
    product.prepare(values, b.length);
    on.job.finish();
    return prepared;
  });
}

DeviceIntegers multiply_integers(ResidentJob on, const DeviceIntegers& a, const PreparedIntegers& b, std::size_t bits) {
  const std::size_t k = b.primes.primes.size();
  return with_field(b.primes.field, [&]<class Field>(Field) {
    using Value = typename Field::Value;
    const IntegerProductOf<Field> product(on.job, b.primes.primes, limbs_of(std::max(b.bits, b.other_bits)),
                                          b.length + b.other_length - 1);
    const DeviceArray<Value> residues(on.job.pool(), k * product.pitch());
    product.residues(a.rows(), 0, k, residues.get());
    product.multiply_prepared(residues.get(), a.length, reinterpret_cast<const Value*>(b.values.get()));
    DeviceIntegers out =
        of_residues<Field>(on, product.basis(), {residues.get(), product.pitch(), a.length + b.length - 1}, bits);
    on.job.finish();
    return out;
  });
}

DeviceIntegers shift_integers(ResidentJob on, const DeviceIntegers& f, IntegerView c,
                              std::span<const std::uint64_t> primes, std::size_t bits) {
  const ShiftedResidues shifted = shift_rows(on.job, f.rows(), limbs_of(f.bits), {c, 0, f.length}, primes);
  const auto basis = basis_tables(on.job, primes, 1);
  DeviceIntegers out = of_residues<F50>(on, basis->basis, {shifted.residues.get(), shifted.pitch, f.length}, bits);
  on.job.finish();
  return out;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
