// Arithmetic modulo a polynomial over Z/pZ: by columns for short ones, by transforms with kept ones for long ones.
//
// Columns: with g = 1 / rev(f) modulo x^n the quotient of c = a b by f is the product of the top of c and g, and the
// remainder the low part of c minus that of q f: 2 n^2 products, 3/2 n^2 for squares, each column reduced once.
// Transforms: the product is one convolution, the quotient one with g's kept transforms, q f a cyclic one with f's.
// Cost of a product: 4 n reductions more, or about 5 transforms of length 2n for each prime.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 9.1; Montgomery, Math. Comp. 44 (1985).
#include "poly/factor/word_quotient.hpp"

#include <algorithm>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/factor/factor_zp_tuning.hpp>

#include "core/limits.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/inverse_series_word.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t padding = SumKernel::padding;

void clear(Words a) noexcept { std::fill(a.begin(), a.end(), std::uint64_t{0}); }

/// A copy of a with zeros around it; the span is the copy itself.
Words padded(Words space, ConstWords a) noexcept {
  clear(space.first(padding));
  std::copy(a.begin(), a.end(), space.begin() + padding);
  clear(space.subspan(padding + a.size(), padding));
  return space.subspan(padding, a.size());
}

}  // namespace

FactorAlgebra::FactorAlgebra(const PrimeField& field, const ExecutionContext& context)
    : WordAlgebra(field, context), kernel(&sum_kernel(field.modulus(), isa)) {
  const FactorZpTuning tuning = context.tuning().section<FactorZpTuning>();
  const WordTuning words = context.tuning().section<WordTuning>();
  // WordAlgebra has found out whether p has transforms of its own, which cost less than half of several primes'.
  const bool direct = product_length < at_least(words.product_length, 1);
  const std::int64_t degree = kernel->vectors ? tuning.narrow_column_degree : tuning.column_degree;
  column_degree = at_least(degree / (direct ? 2 : 1), 1);
  shifted_degree = at_least(tuning.shifted_degree, 0);
  forked_degree = at_least(tuning.forked_degree, 2);
}

double WordQuotient::product_cost() const noexcept {
  const auto n = static_cast<double>(n_);
  const auto columns = static_cast<double>(std::min(n_, w_->column_degree));
  return 2 * n * columns * (by_columns() ? 1 : 1.2);
}

WordQuotient::WordQuotient(const FactorAlgebra& w, ConstWords f)
    : w_(&w), sums_(w.modulus), kernel_(w.kernel), n_(f.size() - 1) {
  if (n_ > w.column_degree) {
    reservation_ = MemoryReservation(w.ctx.memory(), 6 * f.size() * sizeof(std::uint64_t));  // and scratch
    const WordAlgebra& all_threads = w;
    const WordAlgebra chosen = n_ < w.forked_length ? w.on_one_thread() : all_threads;
    divisor_.emplace(chosen, f, n_);
    plan_ = plan_word_convolution({sums_.p, true, n_, n_, {0, 2 * n_ - 1}}, chosen.threads, w.isa);
  } else {
    reservation_ = MemoryReservation(w.ctx.memory(), (3 * n_ + 4 * padding + 1) * sizeof(std::uint64_t));
    inverse_.resize(n_ + 2 * padding);
    low_.resize(n_ + 2 * padding);
    Workspace::Frame frame;
    const auto reversed = frame.allocate<std::uint64_t>(n_);
    const auto series = frame.allocate<std::uint64_t>(n_);
    std::reverse_copy(f.begin() + 1, f.end(), reversed.begin());
    inverse_series_words(w, reversed, series);
    for (std::size_t i = 0; i < n_; ++i) {
      inverse_[padding + n_ - 1 - i] = sums_.with_r(series[i]);
      low_[padding + i] = sums_.with_r(f[i]);
    }
  }
  f_.assign(f.begin(), f.end());
}

/// c, what it is reduced with, and the padded operand of vector kernels.
std::size_t WordQuotient::scratch_words() const noexcept {
  return by_columns() ? 4 * n_ + (kernel_->vectors ? n_ + 2 * padding : 0) : 3 * n_;
}

/// The operand itself where the kernel reads nothing around it.
const std::uint64_t* WordQuotient::operand(ConstWords a, Words scratch) const noexcept {
  return kernel_->vectors ? padded(scratch.subspan(4 * n_), a).data() : a.data();
}

/// out = c mod f for the first n + quotient_length words of the scratch; quotient_length <= n.
void WordQuotient::reduce_product(Words scratch, std::size_t quotient_length, Words out) const {
  const Words c = scratch.first(n_ + quotient_length);
  if (quotient_length == 0) {
    std::copy_n(c.begin(), n_, out.begin());
    return;
  }
  const Words quotient = scratch.subspan(2 * n_, quotient_length);
  if (!by_columns()) {
    divisor_->div_rem(*w_, c, quotient);
    std::copy_n(c.begin(), n_, out.begin());
    return;
  }
  const Words product = scratch.subspan(3 * n_, n_);
  kernel_->columns(sums_, c.data() + n_, quotient_length, inverse_.data() + padding, n_, quotient.data(), n_ - 1,
                   n_ - 1 + quotient_length);
  kernel_->columns(sums_, quotient.data(), quotient_length, low_.data() + padding, n_, product.data(), 0, n_);
  mod_vector_kernels().sub_mod(out.data(), c.data(), product.data(), n_, sums_.p);
}

void WordQuotient::multiply(ConstWords a, ConstWords b, Words out) const {
  w_->ctx.charge(2 * n_);
  Workspace::Frame frame;
  const Words scratch = frame.allocate<std::uint64_t>(scratch_words());
  const Words c = scratch.first(2 * n_ - 1);
  if (by_columns()) {
    kernel_->columns(sums_, a.data(), n_, operand(b, scratch), n_, c.data(), 0, 2 * n_ - 1);
  } else {
    const MemoryReservation reservation(w_->ctx.memory(), plan_->workspace_bytes());
    convolve_words(*plan_, a, b, c, w_->ctx);
  }
  reduce_product(scratch, n_ - 1, out);
}

void WordQuotient::square(ConstWords a, Words out) const { square_times(a, nullptr, out); }

void WordQuotient::square_times(ConstWords a, const std::uint64_t* shift, Words out) const {
  w_->ctx.charge(2 * n_);
  Workspace::Frame frame;
  const Words scratch = frame.allocate<std::uint64_t>(scratch_words());
  const bool by_x = shift != nullptr && *shift == 0;
  const Words product = scratch.subspan(by_x ? 1 : 0, 2 * n_ - 1);
  if (by_columns()) {
    kernel_->square(sums_, operand(a, scratch), n_, product.data());
  } else {
    const MemoryReservation reservation(w_->ctx.memory(), plan_->workspace_bytes());
    convolve_words(*plan_, a, a, product, w_->ctx);
  }
  if (shift == nullptr) return reduce_product(scratch, n_ - 1, out);
  if (by_x) {
    scratch[0] = 0;
  } else {
    const WordModulus& m = w_->modulus;
    const std::uint64_t shoup = m.shoup(*shift);
    std::uint64_t below = 0;
    for (std::uint64_t& x : product) {
      const std::uint64_t here = x;
      x = m.add(below, m.mul_shoup(here, *shift, shoup));
      below = here;
    }
    scratch[2 * n_ - 1] = below;
  }
  reduce_product(scratch, n_, out);
}

WordQuotient::Factor::Factor(const WordQuotient& q, ConstWords b) {
  if (q.by_columns()) {
    words_.resize(b.size() + 2 * padding);
    padded(words_, b);
  } else {
    prepared_.emplace(*q.plan_, b, q.w_->ctx);
  }
}

void WordQuotient::multiply(ConstWords a, const Factor& b, Words out) const {
  w_->ctx.charge(2 * n_);
  Workspace::Frame frame;
  const Words scratch = frame.allocate<std::uint64_t>(scratch_words());
  const Words c = scratch.first(2 * n_ - 1);
  if (by_columns()) {
    kernel_->columns(sums_, a.data(), n_, b.words_.data() + padding, n_, c.data(), 0, 2 * n_ - 1);
  } else {
    const WordConvolutionPlan& plan = *plan_;
    const MemoryReservation reservation(w_->ctx.memory(),
                                        plan.shape.data_words() * plan.primes * sizeof(std::uint64_t));
    convolve_words(*b.prepared_, a, {0, 2 * n_ - 1}, c, w_->ctx);
  }
  reduce_product(scratch, n_ - 1, out);
}

void WordQuotient::reduce_sum(ConstWords c, Words out) const {
  Workspace::Frame frame;
  const Words scratch = frame.allocate<std::uint64_t>(scratch_words());
  std::copy(c.begin(), c.end(), scratch.begin());
  reduce_product(scratch, n_ - 1, out);
}

void WordQuotient::reduce(ConstWords a, Words out) const {
  a = a.first(word_length(a));
  if (a.size() <= n_) {
    std::copy(a.begin(), a.end(), out.begin());
    clear(out.subspan(a.size()));
  } else {
    Workspace::Frame frame;
    const auto rest = frame.allocate<std::uint64_t>(a.size());
    const auto quotient = frame.allocate<std::uint64_t>(a.size() - n_);
    const MemoryReservation reservation(w_->ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
    std::copy(a.begin(), a.end(), rest.begin());
    if (divisor_)
      divisor_->div_rem(*w_, rest, quotient);
    else
      div_rem_words(*w_, rest, f_, quotient);
    std::copy_n(rest.begin(), n_, out.begin());
  }
  from_residues(out, out);
}

void WordQuotient::from_residues(ConstWords a, Words out) const {
  if (by_columns())
    scale_words(*w_, out, a, sums_.one);
  else if (out.data() != a.data())
    std::copy(a.begin(), a.end(), out.begin());
}

void WordQuotient::to_residues(ConstWords a, Words out) const {
  if (by_columns())
    scale_words(*w_, out, a, w_->modulus.inverse(sums_.one));
  else if (out.data() != a.data())
    std::copy(a.begin(), a.end(), out.begin());
}

void WordQuotient::power_of_linear(std::uint64_t shift, std::uint64_t e, Words out) const {
  const WordModulus& m = w_->modulus;
  if (n_ == 1) {
    out[0] = element(m.pow(m.sub(shift, f_[0]), e));
    return;
  }
  clear(out);
  std::size_t i = static_cast<std::size_t>(64 - __builtin_clzll(e));
  if (shift == 0) {  // the leading digits are an exponent below n
    std::size_t top = 0;
    while (i != 0 && 2 * top + (e >> (i - 1) & 1) < n_) top = 2 * top + (e >> --i & 1);
    out[top] = one();
  } else {
    --i;
    out[0] = element(shift);
    out[1] = one();
  }
  while (i-- != 0) {
    w_->ctx.poll();
    square_times(out, e >> i & 1 ? &shift : nullptr, out);
  }
}

void WordQuotient::power(ConstWords a, std::uint64_t e, Words out) const {
  constexpr unsigned window = 4;  // binary digits of e at a time, odd powers only
  const auto bits = static_cast<std::size_t>(64 - __builtin_clzll(e));
  if (bits < 16) {
    std::copy(a.begin(), a.end(), out.begin());
    if (bits < 2) return;
    const Factor factor(*this, a);
    for (std::size_t i = bits - 1; i-- != 0;) {
      w_->ctx.poll();
      square(out, out);
      if (e >> i & 1) multiply(out, factor, out);
    }
    return;
  }
  const std::size_t odd = std::size_t{1} << (window - 1);
  ScratchWords powers(w_->ctx, (odd + 1) * n_);
  const Words squared = powers.all().first(n_);
  const auto power_at = [&](std::size_t k) { return powers.all().subspan((k / 2 + 1) * n_, n_); };
  std::copy(a.begin(), a.end(), power_at(1).begin());
  square(a, squared);
  for (std::size_t k = 3; k < 2 * odd; k += 2) multiply(power_at(k - 2), squared, power_at(k));
  bool started = false;
  for (std::size_t i = bits; i != 0;) {
    w_->ctx.poll();
    if ((e >> (i - 1) & 1) == 0) {
      square(out, out);  // the leading digit is one: started
      --i;
      continue;
    }
    std::size_t low = i >= window ? i - window : 0;
    while ((e >> low & 1) == 0) ++low;
    const std::size_t digits = e >> low & ((std::uint64_t{1} << (i - low)) - 1);
    if (!started) {
      std::copy_n(power_at(digits).begin(), n_, out.begin());
      started = true;
    } else {
      for (std::size_t k = low; k < i; ++k) square(out, out);
      multiply(out, power_at(digits), out);
    }
    i = low;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
