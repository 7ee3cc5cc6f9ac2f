// Arithmetic modulo a polynomial over Z/pZ on words: F[x]/(f) for a monic f of degree n.
//
// Elements are arrays of n residues times one(): R = 2^64 for short f, where products are columns that Montgomery's
// method reduces, else 1, where they are transforms. A common factor changes no gcd with f; constants carry it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <polyfork/core/memory.hpp>

#include "fft/word_convolution.hpp"
#include "poly/factor/factor_progress.hpp"
#include "poly/factor/word_sums.hpp"
#include "poly/residues/division_newton.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What factorization was given and decided for a whole call.
struct FactorAlgebra : WordAlgebra {
  /// Reads the tuning, once for a call.
  FactorAlgebra(const PrimeField& field, const ExecutionContext& ctx);

  const SumKernel* kernel;
  std::size_t column_degree;  ///< the longest f for which products are columns
  std::size_t shifted_degree;
  std::size_t forked_degree;
  FactorProgress* progress = nullptr;  ///< of the whole call, where it reports any

  /// The same for what is factored on the way, which reports nothing.
  FactorAlgebra silent() const {
    FactorAlgebra w = *this;
    w.progress = nullptr;
    return w;
  }
  /// Factors of that degree in sum are found.
  void found(std::size_t degree) const {
    if (progress != nullptr) progress->done(degree);
  }
};

class WordQuotient {
 public:
  /// Precondition: f monic of degree n >= 1. The algebra must outlive this.
  WordQuotient(const FactorAlgebra& w, ConstWords f);
  WordQuotient(WordQuotient&&) noexcept = default;

  const FactorAlgebra& algebra() const noexcept { return *w_; }
  const SumModulus& sums() const noexcept { return sums_; }
  const SumKernel& kernel() const noexcept { return *kernel_; }
  std::size_t degree() const noexcept { return n_; }
  bool by_columns() const noexcept { return !divisor_; }
  /// What elements are multiplied by, and a word carrying this factor.
  std::uint64_t one() const noexcept { return by_columns() ? sums_.one : 1; }
  std::uint64_t element(std::uint64_t a) const noexcept { return by_columns() ? sums_.with_r(a) : a; }

  /// out = a b mod f; n words each; out may be an operand.
  void multiply(ConstWords a, ConstWords b, Words out) const;
  void square(ConstWords a, Words out) const;

  /// A factor of many products: it keeps its transforms.
  class Factor {
   public:
    Factor(const WordQuotient& q, ConstWords b);

   private:
    friend class WordQuotient;
    ResidueVector words_;  // padded where products are columns
    std::optional<PreparedWords> prepared_;
  };
  void multiply(ConstWords a, const Factor& b, Words out) const;

  /// out = c mod f for a sum c of products, 2 n - 1 words.
  void reduce_sum(ConstWords c, Words out) const;
  /// out = a mod f for any number of residues; a is no element yet, its words do not carry one().
  void reduce(ConstWords a, Words out) const;
  /// out = (x + shift)^e mod f, e >= 1; the shift is a residue.
  void power_of_linear(std::uint64_t shift, std::uint64_t e, Words out) const;
  /// out = a^e mod f, e >= 1; out is not a.
  void power(ConstWords a, std::uint64_t e, Words out) const;

  /// Products of residues that take as long as one product of elements, about.
  double product_cost() const noexcept;
  /// Residues of an element, and back.
  void to_residues(ConstWords a, Words out) const;
  void from_residues(ConstWords a, Words out) const;

 private:
  /// The product of n and n words, times x + shift if wanted, which makes it 2 n words long instead of 2 n - 1.
  void square_times(ConstWords a, const std::uint64_t* shift, Words out) const;
  void reduce_product(Words scratch, std::size_t quotient_length, Words out) const;
  std::size_t scratch_words() const noexcept;
  const std::uint64_t* operand(ConstWords a, Words scratch) const noexcept;

  const FactorAlgebra* w_;
  SumModulus sums_;
  const SumKernel* kernel_;
  std::size_t n_;
  ResidueVector f_;
  MemoryReservation reservation_;
  // Columns: the reversed inverse series of the reversed f, and f without its leading term, both times R and padded.
  ResidueVector inverse_, low_;
  // Transforms.
  std::optional<WordDivisor> divisor_;
  std::optional<WordConvolutionPlan> plan_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
