// Schoolbook division in Z/pZ[x], column by column.
//
// Every quotient and remainder coefficient is one dot product of known quotient coefficients and coefficients of b,
// accumulated in 192 bits and reduced once; the row-wise form would reduce every product. Cost: (n - m + 1) m word
// products and n reductions; no memory beside the quotient. Short quotients (Euclid) have a loop of their own in
// gcd_word.cpp; long quotients by long divisors go through Newton's iteration (division_newton.cpp).
// Preconditions: residues in [0, p), p prime below 2^63.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 2.4.
#include "poly/residues/division_word.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/residues/division_newton.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Polls about every 2^16 products.
class ProductCounter {
 public:
  explicit ProductCounter(const ExecutionContext& ctx) : ctx_(ctx) {}
  void count(std::size_t products) {
    pending_ += products + 4;
    if (pending_ < (std::size_t{1} << 16)) return;
    ctx_.poll();
    ctx_.charge(pending_);
    pending_ = 0;
  }
  ~ProductCounter() { ctx_.charge(pending_); }
  ProductCounter(const ProductCounter&) = delete;
  ProductCounter& operator=(const ProductCounter&) = delete;

 private:
  const ExecutionContext& ctx_;
  std::size_t pending_ = 0;
};

}  // namespace

void word_div_rem(std::span<std::uint64_t> a, std::span<const std::uint64_t> b, std::span<std::uint64_t> quotient,
                  const WordModulus& modulus, const ExecutionContext& ctx) {
  const std::size_t nb = b.size();
  const std::size_t nq = quotient.size();
  const std::uint64_t inverse = modulus.inverse(b[nb - 1]);
  const std::uint64_t inverse_shoup = modulus.shoup(inverse);
  ProductCounter counter(ctx);
  for (std::size_t k = nq; k-- != 0;) {
    // a[k + nb - 1] = sum over j >= k of q[j] b[k + nb - 1 - j]
    const std::size_t terms = std::min(nq - 1 - k, nb - 1);
    std::uint64_t rest = a[k + nb - 1];
    if (terms != 0) {
      WordDotProduct dot;
      dot.add_reversed(&quotient[k + 1], &b[nb - 2], terms);
      rest = modulus.sub(rest, dot.reduce(modulus));
    }
    quotient[k] = modulus.mul_shoup(rest, inverse, inverse_shoup);
    counter.count(terms);
  }
  for (std::size_t i = 0; i + 1 < nb; ++i) {
    const std::size_t terms = std::min(nq, i + 1);
    WordDotProduct dot;
    dot.add_reversed(quotient.data(), &b[i], terms);
    a[i] = modulus.sub(a[i], dot.reduce(modulus));
    counter.count(terms);
  }
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
  constexpr std::size_t always_columns = 64;  // of quotient or divisor, whatever the modulus
  const std::size_t size = a.size() - b.size() + 1;
  const MemoryReservation reservation = reserve_unless_short(ctx, 2 * a.size() * sizeof(std::uint64_t));
  Workspace::Frame frame;
  const std::span<std::uint64_t> rest = frame.allocate<std::uint64_t>(a.size());
  const std::span<std::uint64_t> top = frame.allocate<std::uint64_t>(size);
  std::copy(a.begin(), a.end(), rest.begin());
  if (std::min(size, b.size()) <= always_columns && ctx.tuning().empty())
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
  V remainder;
  return div_rem_into(ring, quotient, remainder, a, b, ctx) && remainder.empty();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
