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

ResidueVector normalised(std::span<const std::uint64_t> a) {
  return ResidueVector(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(word_length(a)));
}

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
  if (a.size() < b.size()) return std::pair<V, V>(V{}, a);
  const MemoryReservation reservation(ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  V quotient(a.size() - b.size() + 1);
  V rest(a);
  div_rem_words(WordAlgebra(ring, ctx), rest, b, quotient);
  return std::pair<V, V>(std::move(quotient), normalised(std::span(rest).first(b.size() - 1)));
}

std::optional<ResidueVector> DenseOps<PrimeField>::try_exact_div(const PrimeField& ring, const V& a, const V& b,
                                                                 const ExecutionContext& ctx) {
  auto result = try_div_rem(ring, a, b, ctx);
  if (!result->second.empty()) return std::nullopt;
  return std::move(result->first);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
