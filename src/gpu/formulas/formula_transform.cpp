// The host's part of the two formulas: which kernel follows which, and the tables of roots.
#include "gpu/formulas/formula_transform.hpp"

#include <utility>

#include "gpu/formulas/blocks.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::uint32_t power(const WordField& f, std::uint32_t base, std::uint64_t exponent) noexcept {
  std::uint64_t result = 1;
  std::uint64_t x = base;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = result * x % f.p;
    x = x * x % f.p;
  }
  return static_cast<std::uint32_t>(result);
}

}  // namespace

std::string_view formula_name(Formula formula) noexcept {
  return formula == Formula::stockham ? "Stockham" : "Cooley-Tukey";
}
std::string_view multiplication_name(WordMultiplication multiplication) noexcept {
  return multiplication == WordMultiplication::montgomery ? MontgomeryReduction::name : DoubleQuotient::name;
}
std::string_view root_powers_name(RootPowers powers) noexcept {
  switch (powers) {
    case RootPowers::jumped:
      return "jumped";
    case RootPowers::strided:
      return "strided";
    case RootPowers::computed:
      return "computed";
  }
  return "unknown";
}

Kernel kernel_for(WordMultiplication multiplication, Kernel with_quotient, Kernel with_montgomery) noexcept {
  return multiplication == WordMultiplication::montgomery ? with_montgomery : with_quotient;
}

FormulaTransform::FormulaTransform(DeviceJob& job, std::uint32_t p, std::uint32_t root, unsigned log_length,
                                   FormulaChoice choice)
    : job_(job),
      field_(WordField::of(p)),
      root_(root),
      log_length_(log_length),
      choice_(choice),
      roots_(job.pool(), length() / 2) {
  if (choice.formula == Formula::cooley_tukey && choice.powers == RootPowers::jumped)
    jumped_ = DeviceArray<std::uint32_t>(job.pool(), length());
  make_roots();
}

template <class Parameters>
void FormulaTransform::run(Kernel kernel, std::size_t threads, const Parameters& parameters,
                           const Observer& observer) const {
  launch(job_.backend(), work_queue, kernel, formula_blocks(threads), 1, parameters);
  if (observer) observer(kernel);
}

/// As a factor of the multiplication.
std::uint32_t FormulaTransform::power_of_root(std::uint64_t exponent) const noexcept {
  const std::uint32_t residue = power(field_, root_, exponent);
  return choice_.multiplication == WordMultiplication::montgomery ? MontgomeryReduction::to_factor(field_, residue)
                                                                  : residue;
}

void FormulaTransform::make_roots(const Observer& observer) {
  const std::size_t half = length() / 2;
  const std::uint32_t one = power_of_root(0);
  job_.up(roots_.get(), &one, sizeof(one));
  job_.kernels_after_copies();
  const Kernel multiply =
      kernel_for(choice_.multiplication, Kernel::multiply_words_quotient, Kernel::multiply_words_montgomery);
  for (std::size_t s = 1; s < half; s *= 2)
    run(multiply, s, WordProducts{field_, roots_.get(), nullptr, power_of_root(s), roots_.get() + s, s}, observer);
  if (jumped_.size() == 0) return;
  // Words of even number of a level's table are the next level's: the half of a transposition that is wanted.
  job_.backend().copy_on_device(work_queue, jumped_.get(), roots_.get(), half * sizeof(std::uint32_t));
  std::uint32_t* table = jumped_.get();
  const DeviceArray<std::uint32_t> both(job_.pool(), half);
  for (unsigned log_half = log_length_ - 1; log_half > base_log; --log_half) {
    const std::size_t q = std::size_t{1} << log_half;
    run(Kernel::list_transpose, q / 2, StridePermutation{table, both.get(), log_half, 0}, observer);
    table += q;
    job_.backend().copy_on_device(work_queue, table, both.get(), q / 2 * sizeof(std::uint32_t));
  }
  job_.uploads_after_kernels();
}

std::uint32_t* FormulaTransform::forward(std::uint32_t* data, std::uint32_t* other, const Observer& observer) const {
  return choice_.formula == Formula::stockham ? stockham(data, other, observer) : cooley_tukey(data, other, observer);
}

std::uint32_t* FormulaTransform::cooley_tukey(std::uint32_t* data, std::uint32_t* other,
                                              const Observer& observer) const {
  const std::size_t half = length() / 2;
  for (unsigned log_stride = 0; log_stride + base_log < log_length_; ++log_stride) {
    run(Kernel::list_transpose, half, StridePermutation{data, other, log_length_, log_stride}, observer);
    std::swap(data, other);
  }
  BaseTransforms base{field_, data, other, static_cast<unsigned>(length() / base_length), {}};
  for (unsigned i = 0; i < base_length / 2; ++i) base.roots[i] = power_of_root(length() / base_length * i);
  run(kernel_for(choice_.multiplication, Kernel::base_transforms_quotient, Kernel::base_transforms_montgomery),
      base.count, base, observer);
  std::swap(data, other);
  const Kernel butterflies =
      kernel_for(choice_.multiplication, Kernel::list_butterflies_quotient, Kernel::list_butterflies_montgomery);
  for (unsigned log_half = base_log; log_half < log_length_; ++log_half) {
    // Tables of 2^(log_length - 1), 2^(log_length - 2), ... words lie one behind the other.
    const std::uint32_t* roots =
        choice_.powers == RootPowers::jumped ? jumped_.get() + (length() - (std::size_t{2} << log_half)) : roots_.get();
    run(butterflies, half,
        ListButterflies{field_, data, other, log_length_, log_half, choice_.powers, roots,
                        power_of_root(length() >> (log_half + 1))},
        observer);
    std::swap(data, other);
  }
  return data;
}

std::uint32_t* FormulaTransform::stockham(std::uint32_t* data, std::uint32_t* other, const Observer& observer) const {
  const std::size_t half = length() / 2;
  const Kernel twiddles =
      kernel_for(choice_.multiplication, Kernel::stride_twiddles_quotient, Kernel::stride_twiddles_montgomery);
  for (unsigned log_stride = log_length_; log_stride-- > 0;) {
    run(Kernel::stride_permutation, half, StridePermutation{data, other, log_length_, log_stride}, observer);
    run(twiddles, half, StrideTwiddles{field_, other, log_length_, log_stride, roots_.get()}, observer);
    run(Kernel::half_butterflies, half, HalfButterflies{field_, other, data, half}, observer);
  }
  return data;
}

FormulaProduct::FormulaProduct(DeviceJob& job, std::uint32_t p, std::uint32_t root, unsigned log_length,
                               FormulaChoice choice)
    : job_(job),
      choice_(choice),
      forward_(job, p, root, log_length, choice),
      inverse_(job, p, power(WordField::of(p), root, (std::uint64_t{1} << log_length) - 1), log_length, choice) {}

std::uint32_t* FormulaProduct::multiply(std::uint32_t* a, std::uint32_t* b, std::uint32_t* other) const {
  std::uint32_t* const values_of_a = forward_.forward(a, other);
  std::uint32_t* free = values_of_a == a ? other : a;
  std::uint32_t* const values_of_b = forward_.forward(b, free);
  free = values_of_b == b ? free : b;
  const WordField& f = forward_.field();
  const std::uint32_t scale = power(f, static_cast<std::uint32_t>(forward_.length() % f.p), f.p - 2);
  const bool montgomery = choice_.multiplication == WordMultiplication::montgomery;
  WordProducts points{f,           values_of_a,
                      values_of_b, montgomery ? MontgomeryReduction::to_factor(f, scale) : scale,
                      values_of_a, forward_.length()};
  launch(job_.backend(), work_queue,
         kernel_for(choice_.multiplication, Kernel::multiply_words_quotient, Kernel::multiply_words_montgomery),
         formula_blocks(points.count), 1, points);
  return inverse_.forward(values_of_a, free);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
