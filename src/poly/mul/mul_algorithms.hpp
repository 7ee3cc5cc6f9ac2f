// The algorithms behind the multiplication dispatchers.
//
// Each executes one plan node: operands are not empty, the plan's shape bounds them (lengths exactly, bits from above),
// memory has been reserved. They read no tuning and decide nothing; ctx serves forks, polling and charging. Results
// have length_a + length_b - 1 entries, not normalised.
#pragma once

#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The product by the plan's algorithm, with slots, workspace and, for these slots, grain fitted to these operands: for
/// products whose operands are computed by the algorithm that the plan belongs to. Reserves its memory; operands may be
/// zero.
IntegerVector mul_as_planned(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                             const ExecutionContext& ctx);

IntegerVector mul_classical(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);
/// Precondition: both bits of the shape are at most 64.
IntegerVector mul_classical_words(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx);
IntegerVector mul_karatsuba(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);
IntegerVector mul_kronecker(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);

/// By the plan's algorithm; memory has been reserved, also for a sub-product of another plan.
IntegerVector mul_by_plan(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx);

IntegerVector mul_kronecker_two_point(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                      const ExecutionContext& ctx);
IntegerVector mul_plain(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                        const ExecutionContext& ctx);
/// Four or eight blocks, by the plan's algorithm.
IntegerVector mul_toom_cook(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);

IntegerVector mul_blocked(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx);
IntegerVector mul_bivariate(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);
IntegerVector mul_multimodular(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                               const ExecutionContext& ctx);

/// Residues in [0, p) in and out.
ResidueVector mul_zp_classical(const MulPlan& plan, const WordModulus& p, const ResidueVector& a,
                               const ResidueVector& b, const ExecutionContext& ctx);
ResidueVector mul_zp_karatsuba(const MulPlan& plan, const WordModulus& p, const ResidueVector& a,
                               const ResidueVector& b, const ExecutionContext& ctx);
/// Into out, of the product's length.
void mul_zp_transform(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                      std::span<std::uint64_t> out, const ExecutionContext& ctx);
ResidueVector mul_zp_kronecker(const MulPlan& plan, const WordModulus& p, const ResidueVector& a,
                               const ResidueVector& b, const ExecutionContext& ctx);

/// Whether mul_zp_columns works in vectors: 0.08 instead of 0.4 to 0.8 ns for a product of coefficients.
bool columns_in_vectors(const MulShape& s) noexcept;

/// Columns [begin, end) of the schoolbook product of words: out[k - begin] for column k < la + lb - 1; la, lb >= 1.
void mul_zp_columns(const WordModulus& p, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                    std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
