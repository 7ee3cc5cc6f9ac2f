// Sparse polynomials in several variables over a field of words, for the images of modular algorithms.
//
// F is WordModulus, or another field whose elements are words, zero being 0, with WordModulus' members.
// Terms are strictly descending in the lexicographic order of their exponents, the first variable being the main one.
// Giving the last variable a value is then a sweep: the terms that fall together are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/unset_allocator.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/residues/word_fields.hpp"
#include "ring/split_mix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Not cleared when it is resized, so that many terms can be written in parallel.
using WordExponents = std::vector<std::uint32_t, UnsetAllocator<std::uint32_t>>;

struct WordTerms {
  std::size_t variables = 0;
  WordExponents exponents;  ///< `variables` for each term
  std::vector<std::uint64_t> coefficients;

  std::size_t size() const noexcept { return coefficients.size(); }
  bool empty() const noexcept { return coefficients.empty(); }
  const std::uint32_t* monomial(std::size_t i) const noexcept { return exponents.data() + i * variables; }
  void drop_zeros();  ///< terms whose coefficients are zero
  std::size_t bytes() const noexcept {
    return exponents.capacity() * sizeof(std::uint32_t) + coefficients.capacity() * sizeof(std::uint64_t);
  }
};

/// The largest exponent of each variable; with a context in parallel over the terms.
std::vector<std::size_t> word_degrees(const WordTerms& a, const ExecutionContext* ctx = nullptr);

/// The powers of one value, from a table while exponents are small.
template <class F>
class WordPowers {
 public:
  WordPowers(const F& m, std::uint64_t value, std::size_t degree);
  std::uint64_t operator()(std::uint32_t exponent) const noexcept {
    return exponent < table_.size() ? table_[exponent] : m_.pow(value_, exponent);
  }

 private:
  F m_;
  std::uint64_t value_;
  std::vector<std::uint64_t> table_;
};

/// A polynomial of which the last variable will get values: terms that fall together are found once.
class WordLastVariable {
 public:
  explicit WordLastVariable(const WordTerms& a);
  /// a with its last variable = value, in one variable less. O(size of a).
  template <class F>
  WordTerms evaluate(std::uint64_t value, const F& m, const ExecutionContext& ctx) const;
  /// The coefficients of that, zeros among them: those of support()'s terms.
  template <class F>
  std::vector<std::uint64_t> values(std::uint64_t value, const F& m, const ExecutionContext& ctx) const;
  /// The terms that fall together, with coefficients 1.
  WordTerms support() const { return {kept_, prefixes_, std::vector<std::uint64_t>(begin_.size() - 1, 1)}; }
  std::size_t size() const noexcept { return coefficients_.size(); }
  std::size_t bytes() const noexcept;

 private:
  std::size_t kept_;
  std::size_t degree_ = 0;
  std::vector<std::uint32_t> exponents_;  // of the last variable
  std::vector<std::uint64_t> coefficients_;
  std::vector<std::size_t> begin_;  // of the terms that fall together, and the end
  WordExponents prefixes_;          // their exponents of the other variables
};

/// The values of the monomials in the variables 1, 2, ... (not the main one, 0) at a point that has one value for each
/// of them. In parallel where there is a context.
template <class F>
std::vector<std::uint64_t> word_monomial_values(const WordTerms& a, std::span<const std::uint64_t> point, const F& m,
                                                const ExecutionContext* ctx = nullptr);

/// What the terms of a polynomial are multiplied by from one point of a progression to the next, and their exponents of
/// x_0: the same for all polynomials with these monomials.
struct WordRatios {
  /// quotients: Shoup's, which pay for themselves after some steps; only modulo p. In parallel where there is a
  /// context.
  template <class F>
  WordRatios(const WordTerms& a, std::span<const std::uint64_t> point, const F& m, bool with_quotients,
             const ExecutionContext* ctx = nullptr);
  std::vector<std::uint32_t> places;
  std::vector<std::uint64_t> ratios;     ///< none where there is no point
  std::vector<std::uint64_t> quotients;  ///< of the ratios; values are below 2p where there are any
};

/// a(x_0, s_1 r_1^j, s_2 r_2^j, ...) for j = first, first + 1, ..., as many as steps: one product for each term and
/// step, for many steps by a precomputed quotient. r is the point, s the start, without which all s_k are 1. What is
/// computed once is so in parallel where there is a context.
template <class F>
class WordProgression {
 public:
  WordProgression(const WordTerms& a, std::span<const std::uint64_t> point, std::size_t steps, const F& m,
                  std::size_t first = 1, std::span<const std::uint64_t> start = {},
                  const ExecutionContext* ctx = nullptr);
  /// From j = 1 on, with these coefficients.
  WordProgression(std::vector<std::uint64_t> coefficients, std::shared_ptr<const WordRatios> ratios, const F& m)
      : m_(m), values_(std::move(coefficients)), ratios_(std::move(ratios)) {}
  /// The next j: the coefficients by x_0, ascending, into out, whose size is one more than the degree in x_0.
  void next(std::span<std::uint64_t> out) noexcept;
  std::size_t terms() const noexcept { return values_.size(); }
  /// The next `count` j, one row of as many words in `out` for each. Blocks of terms with equal exponents of x_0 are
  /// visited once and in parallel.
  void next_rows(std::span<std::uint64_t> out, std::size_t count, const ExecutionContext& ctx);

 private:
  F m_;
  std::vector<std::uint64_t> values_;
  std::shared_ptr<const WordRatios> ratios_;
};

/// Solves sum_i c_i nodes[i]^(j+1) = values[j], 0 <= j < n = nodes.size(): a transposed Vandermonde system, O(n^2). For
/// several right sides, one after another, n values each, the solutions stand likewise; O(n^2) for each.
/// Preconditions: nodes distinct and not zero, the number of values a multiple of theirs.
template <class F>
std::vector<std::uint64_t> solve_power_sums(std::span<const std::uint64_t> nodes, std::span<const std::uint64_t> values,
                                            const F& m);

/// Interpolation at fixed distinct points: a matrix that takes values to coefficients.
template <class F>
class WordInterpolation {
 public:
  WordInterpolation(std::span<const std::uint64_t> points, const F& m);
  std::size_t size() const noexcept { return n_; }
  /// Coefficients ascending; values[i] is that at points[i]. O(n^2).
  void coefficients(std::span<const std::uint64_t> values, std::span<std::uint64_t> out) const noexcept;

 private:
  F m_;
  std::size_t n_;
  std::vector<std::uint64_t> rows_;  // row j gives coefficient j, last value first
};

/// Deterministic random elements of a field, not zero.
class WordRandom {
 public:
  template <class F>
  WordRandom(std::uint64_t seed, const F& field) noexcept : words_(seed), elements_(element_count(field)) {}
  /// In [1, number of elements), which over Z/pZ and fields with tables is an element.
  std::uint64_t next() noexcept { return words_.next() % (elements_ - 1) + 1; }
  template <class F>
  std::uint64_t next_in(const F& field) noexcept {
    return element_at(field, next());
  }

 private:
  SplitMix words_;
  std::uint64_t elements_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
