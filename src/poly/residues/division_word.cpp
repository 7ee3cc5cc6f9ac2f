// Schoolbook division in Z/pZ[x].
//
// Column by column every quotient and remainder coefficient is one dot product of known quotient coefficients and
// coefficients of b, reduced once. Short operands modulo few bits go row by row, in words that are not reduced before
// the end, in vectors where there are such (division_rows.hpp); longer ones modulo less than 50 bits by blocks of
// columns in vectors (division_blocks.hpp). Cost: (n - m + 1) m word products and n reductions. Short quotients
// (Euclid) have a loop of their own in gcd_word.cpp; long quotients by long divisors go through Newton's iteration
// (division_newton.cpp). Preconditions: residues in [0, p), p prime below 2^63. Literature: von zur Gathen, Gerhard,
// Modern Computer Algebra, section 2.4.
#include "poly/residues/division_word.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/residues/division_blocks.hpp"
#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_rows.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Wide = unsigned __int128;

/// Sums of products below 2^64, as a modulus of up to 32 bits has them: less than 2^64 / p of them.
class NarrowSum {
 public:
  void add(std::uint64_t x, std::uint64_t y) noexcept { sum_ += x * y; }
  std::uint64_t reduce(const WordModulus& m) const noexcept {
    return m.reduce(static_cast<std::uint64_t>(sum_ >> 64), static_cast<std::uint64_t>(sum_));
  }

 private:
  Wide sum_ = 0;
};

/// Less than 2^64 / p products, so that the upper word of their sum is below p.
class MediumSum {
 public:
  void add(std::uint64_t x, std::uint64_t y) noexcept { sum_ += Wide{x} * y; }
  std::uint64_t reduce(const WordModulus& m) const noexcept {
    return m.reduce(static_cast<std::uint64_t>(sum_ >> 64), static_cast<std::uint64_t>(sum_));
  }

 private:
  Wide sum_ = 0;
};

/// sum x[i] y[-i], i < n, mod p.
template <class Sum>
std::uint64_t reversed_dot(const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                           const WordModulus& m) noexcept {
  Sum sum;
  if constexpr (std::is_same_v<Sum, WordDotProduct>)
    sum.add_reversed(x, y, n);
  else
    for (std::size_t i = 0; i < n; ++i) sum.add(x[i], *(y - i));
  return sum.reduce(m);
}

struct LeadInverse {
  std::uint64_t p, a;
  std::uint64_t inverse, shoup;
  std::uint64_t one_shoup;  // of 1, for reductions of words
};

/// 1 / a modulo p with its quotient. The last one of a thread is kept: many are divided by one polynomial, and an
/// inverse takes as long as the division of some coefficients.
LeadInverse lead_inverse(const WordModulus& m, std::uint64_t a) noexcept {
  thread_local LeadInverse last{};
  if (last.p != m.value() || last.a != a) {
    const std::uint64_t inverse = m.inverse(a);
    last = {m.value(), a, inverse, m.shoup(inverse), m.shoup(1)};
  }
  return last;
}

/// The quotient of a by b and the nb - 1 coefficients of the remainder, which may stand where a does.
template <class Sum>
void divide_by_columns(const std::uint64_t* a, const std::uint64_t* b, std::size_t nb, std::uint64_t* quotient,
                       std::size_t nq, std::uint64_t* rest, const WordModulus& m, const ExecutionContext& ctx) {
  constexpr std::size_t polled = std::size_t{1} << 16;
  std::size_t pending = 0;
  const auto count = [&](std::size_t products) {
    pending += products + 4;
    if (pending < polled) return;
    ctx.poll();
    ctx.charge(pending);
    pending = 0;
  };
  const LeadInverse lead = lead_inverse(m, b[nb - 1]);
  const auto divided = [&](std::uint64_t x) { return m.mul_shoup(x, lead.inverse, lead.shoup); };

  // a[k + nb - 1] = sum over j >= k of q[j] b[k + nb - 1 - j]. The coefficient found last is not among the sum, so that
  // the sums of the next columns are formed while the chain of quotients waits for one product alone.
  std::uint64_t newest = divided(a[nq + nb - 2]);
  quotient[nq - 1] = newest;
  const std::uint64_t step = divided(b[nb - 2]);
  const std::uint64_t step_shoup = nq == 1 ? 0 : m.shoup(step);
  for (std::size_t k = nq - 1; k-- != 0;) {
    const std::size_t terms = std::min(nq - 1 - k, nb - 1);
    std::uint64_t known = a[k + nb - 1];
    if (terms > 1) known = m.sub(known, reversed_dot<Sum>(&quotient[k + 2], &b[nb - 3], terms - 1, m));
    newest = m.sub(divided(known), m.mul_shoup(newest, step, step_shoup));
    quotient[k] = newest;
    count(terms);
  }
  for (std::size_t i = 0; i + 1 < nb; ++i) {
    const std::size_t terms = std::min(nq, i + 1);
    rest[i] = m.sub(a[i], reversed_dot<Sum>(quotient, &b[i], terms, m));
    count(terms);
  }
  ctx.charge(pending);
}

/// a / b for a constant b.
void divide_by_constant(std::span<const std::uint64_t> a, std::uint64_t b, std::uint64_t* quotient,
                        const WordModulus& m, const ExecutionContext& ctx) {
  constexpr std::size_t polled = std::size_t{1} << 16;
  const LeadInverse lead = lead_inverse(m, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % polled == polled - 1) ctx.poll();
    quotient[i] = m.mul_shoup(a[i], lead.inverse, lead.shoup);
  }
  ctx.charge(a.size());
}

constexpr std::size_t most_in_rows = 64;          // coefficients of a: more are summed in vectors, where there are such
constexpr std::size_t most_in_vector_rows = 256;  // coefficients of a
constexpr std::size_t fewest_in_vector_rows = 8;  // coefficients of b

/// Divides row by row in words that are not reduced: to a[i] min(nq, nb) products are added at most, all below 2^64.
/// What is left of a stands in `left`; a quotient's coefficient is its top one, of any size, times the inverse.
void divide_by_rows(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t* quotient,
                    std::uint64_t* left, std::uint64_t* rest, const WordModulus& m) noexcept {
  const std::size_t lower = b.size() - 1;
  const LeadInverse lead = lead_inverse(m, b[lower]);
  std::copy(a.begin(), a.end(), left);
  std::size_t k = a.size() - lower;
  const auto top = [&](std::uint64_t x) { return m.mul_shoup(x, lead.inverse, lead.shoup); };
  for (; k >= 2; k -= 2) {
    std::uint64_t* const row = left + k - 2;
    const std::uint64_t q1 = quotient[k - 1] = top(row[lower + 1]);
    const std::uint64_t n1 = m.neg(q1);
    const std::uint64_t q0 = quotient[k - 2] = top(row[lower] + n1 * b[lower - 1]);
    const std::uint64_t n0 = m.neg(q0);
    for (std::size_t i = lower - 1; i != 0; --i) row[i] += n0 * b[i] + n1 * b[i - 1];
    row[0] += n0 * b[0];
  }
  if (k == 1) {
    const std::uint64_t n0 = m.neg(quotient[0] = top(left[lower]));
    for (std::size_t i = 0; i < lower; ++i) left[i] += n0 * b[i];
  }
  for (std::size_t i = 0; i < lower; ++i) rest[i] = m.mul_shoup(left[i], 1, lead.one_shoup);
}

/// Divides by rows in vectors (division_rows.hpp); a has at most most_in_vector_rows coefficients.
void divide_by_vector_rows(DivisionRows rows, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::uint64_t* quotient, std::uint64_t* rest, const WordModulus& m) noexcept {
  constexpr std::size_t margin = division_rows_margin;
  std::uint64_t left[margin + most_in_vector_rows];
  std::uint64_t lower[margin + most_in_vector_rows];
  const std::size_t n = b.size() - 1;
  const LeadInverse lead = lead_inverse(m, b[n]);
  std::fill_n(left, margin, std::uint64_t{0});
  std::copy(a.begin(), a.end(), left + margin);
  std::fill_n(lower, margin, std::uint64_t{0});
  std::copy_n(b.begin(), n, lower + margin);
  rows(m, left + margin, lower + margin, n, quotient, a.size() - n, lead.inverse, lead.shoup);
  for (std::size_t i = 0; i < n; ++i) rest[i] = m.mul_shoup(left[margin + i], 1, lead.one_shoup);
}

/// As divide_by_columns, with the sums that the modulus and the lengths ask for.
void divide(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t* quotient,
            std::uint64_t* rest, const WordModulus& m, const ExecutionContext& ctx) {
  const std::size_t nb = b.size();
  const std::size_t nq = a.size() - nb + 1;
  if (nb == 1) return divide_by_constant(a, b[0], quotient, m, ctx);
  const Wide largest = Wide{m.value() - 1} * (m.value() - 1) * std::min(nq, nb) + m.value();
  if (m.value() >> 32 == 0 && largest >> 64 == 0 && a.size() <= most_in_vector_rows) {
    const DivisionRows rows = nb < fewest_in_vector_rows ? nullptr : division_rows(active_isa());
    if (rows != nullptr) {
      ctx.charge(nq * nb);
      return divide_by_vector_rows(rows, a, b, quotient, rest, m);
    }
    if (a.size() <= most_in_rows) {
      std::uint64_t left[most_in_rows];
      return divide_by_rows(a, b, quotient, left, rest, m);
    }
  }
  if (takes_blocks(m, nb, nq)) return divide_by_blocks(a, b, quotient, rest, m, ctx);
  if ((Wide{std::min(nq, nb)} * m.value()) >> 64 != 0)
    divide_by_columns<WordDotProduct>(a.data(), b.data(), nb, quotient, nq, rest, m, ctx);
  else if (m.value() >> 32 != 0)
    divide_by_columns<MediumSum>(a.data(), b.data(), nb, quotient, nq, rest, m, ctx);
  else
    divide_by_columns<NarrowSum>(a.data(), b.data(), nb, quotient, nq, rest, m, ctx);
}

bool takes_columns(const ResidueVector& a, const ResidueVector& b, const ExecutionContext& ctx) {
  constexpr std::size_t always = 64;  // of quotient or divisor, whatever the modulus
  return std::min(a.size() - b.size() + 1, b.size()) <= always && ctx.tuning().empty();
}

}  // namespace

void word_div_rem(std::span<std::uint64_t> a, std::span<const std::uint64_t> b, std::span<std::uint64_t> quotient,
                  const WordModulus& modulus, const ExecutionContext& ctx) {
  divide(a.first(quotient.size() + b.size() - 1), b, quotient.data(), a.data(), modulus, ctx);
}

std::optional<std::pair<ResidueVector, ResidueVector>> DenseOps<PrimeField>::try_div_rem(const PrimeField& ring,
                                                                                         const V& a, const V& b,
                                                                                         const ExecutionContext& ctx) {
  std::pair<V, V> result;
  div_rem_into(ring, result.first, result.second, a, b, ctx);
  return result;
}

bool DenseOps<PrimeField>::div_rem_into(const PrimeField& ring, V& quotient, V& remainder, const V& a, const V& b,
                                        const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    if (&remainder != &a) {
      const MemoryReservation reservation = reserve_unless_short(ctx, a.size() * sizeof(std::uint64_t));
      remainder = a;
    }
    quotient.clear();
    return true;
  }
  const std::size_t size = a.size() - b.size() + 1;
  const bool by_columns = takes_columns(a, b, ctx);
  if (by_columns && &quotient != &a && &quotient != &b && &remainder != &b) {
    if (ctx.stop_requested()) ctx.poll();
    const MemoryReservation reservation = reserve_unless_short(ctx, a.size() * sizeof(std::uint64_t));
    resize_unwritten(quotient, size);
    if (&remainder != &a) resize_unwritten(remainder, b.size() - 1);
    divide(a, b, quotient.data(), remainder.data(), ring.word_modulus(), ctx);
    const std::size_t length = word_length(std::span(remainder).first(b.size() - 1));
    if (length != remainder.size()) remainder.resize(length);
    return true;
  }
  const MemoryReservation reservation = reserve_unless_short(ctx, 2 * a.size() * sizeof(std::uint64_t));
  Workspace::Frame frame;
  const std::span<std::uint64_t> rest = frame.allocate<std::uint64_t>(a.size());
  const std::span<std::uint64_t> top = frame.allocate<std::uint64_t>(size);
  std::copy(a.begin(), a.end(), rest.begin());
  if (by_columns)
    word_div_rem(rest, b, top, ring.word_modulus(), ctx);
  else
    div_rem_words(WordAlgebra(ring, ctx), rest, b, top);
  const std::size_t rest_size = word_length(rest.first(b.size() - 1));
  quotient.assign(top.begin(), top.end());
  remainder.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(rest_size));
  return true;
}

std::optional<ResidueVector> DenseOps<PrimeField>::try_exact_div(const PrimeField& ring, const V& a, const V& b,
                                                                 const ExecutionContext& ctx) {
  V quotient;
  if (!exact_div_into(ring, quotient, a, b, ctx)) return std::nullopt;
  return quotient;
}

bool DenseOps<PrimeField>::exact_div_into(const PrimeField& ring, V& quotient, const V& a, const V& b,
                                          const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    const bool is_zero = a.empty();
    quotient.clear();
    return is_zero;
  }
  if (&quotient != &a && &quotient != &b && takes_columns(a, b, ctx)) {
    Workspace::Frame frame;
    const std::span<std::uint64_t> rest = frame.allocate<std::uint64_t>(b.size());
    const MemoryReservation reservation = reserve_unless_short(ctx, a.size() * sizeof(std::uint64_t));
    resize_unwritten(quotient, a.size() - b.size() + 1);
    divide(a, b, quotient.data(), rest.data(), ring.word_modulus(), ctx);
    return word_length(rest.first(b.size() - 1)) == 0;
  }
  V remainder;
  return div_rem_into(ring, quotient, remainder, a, b, ctx) && remainder.empty();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
