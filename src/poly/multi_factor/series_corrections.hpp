// What the error of a product of series changes in its factors.
//
// The change of the factor over the base u_S is E s_S mod u_S, s_S the inverse of the other bases' product modulo u_S.
// Over Z/pZ that is a matrix for all factors together, whose row i has x^i s_S mod u_S: one combination of its rows,
// where the matrix is not too large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/factor/word_sums.hpp"
#include "poly/residues/field_poly.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// By products and remainders.
template <class F>
class StepwiseCorrections {
 public:
  explicit StepwiseCorrections(const F& field) : field_(field) {}

  /// A base, and s_S.
  void add(const FieldPoly& base, FieldPoly inverse) {
    bases_.push_back(base);
    inverses_.push_back(std::move(inverse));
  }
  /// All bases are there. `width`: coefficients of an error.
  void prepare(std::size_t /*width*/) {}

  /// The changes of all factors, one after the other, as many coefficients as the bases have degrees.
  FieldPoly operator()(FieldSpan error) const {
    FieldPoly changes;
    for (std::size_t s = 0; s < bases_.size(); ++s) {
      FieldPoly change(error.begin(), error.end());
      field_rem<F>(change, bases_[s], field_);
      change = field_mul<F>(change, inverses_[s], field_);
      field_rem<F>(change, bases_[s], field_);
      change.resize(bases_[s].size() - 1);
      changes.insert(changes.end(), change.begin(), change.end());
    }
    return changes;
  }

  const std::vector<FieldPoly>& bases() const noexcept { return bases_; }
  const std::vector<FieldPoly>& inverses() const noexcept { return inverses_; }

 private:
  F field_;
  std::vector<FieldPoly> bases_;
  std::vector<FieldPoly> inverses_;
};

template <class F>
class SeriesCorrections : public StepwiseCorrections<F> {
  using StepwiseCorrections<F>::StepwiseCorrections;
};

template <>
class SeriesCorrections<WordModulus> {
 public:
  explicit SeriesCorrections(const WordModulus& p)
      : stepwise_(p), modulus_(p), kernel_(&sum_kernel(p.value(), active_isa())) {}

  void add(const FieldPoly& base, FieldPoly inverse) { stepwise_.add(base, std::move(inverse)); }
  void prepare(std::size_t width);
  FieldPoly operator()(FieldSpan error) const;

 private:
  static constexpr std::size_t most_words = std::size_t{1} << 18;

  StepwiseCorrections<WordModulus> stepwise_;
  SumModulus modulus_;
  const SumKernel* kernel_;
  std::size_t count_ = 0;  ///< of coefficients of all changes
  std::size_t stride_ = 0;
  FieldPoly rows_;  ///< times R; empty: step by step
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
