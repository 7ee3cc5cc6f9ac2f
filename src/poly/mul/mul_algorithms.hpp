// The algorithms behind the multiplication dispatcher of Z[x]: what their rows in mul_methods.cpp are made of. See
// MulMethod for what plan_x, fit_x and mul_x do.
//
// Each executes one plan node: operands are not empty, the plan's shape bounds them (lengths exactly, bits from above),
// memory has been reserved. They read no tuning and decide nothing; ctx serves forks, polling and charging. Results
// have length_a + length_b - 1 entries, not normalised.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The product by the plan's algorithm, with slots, workspace and, for these slots, grain fitted to these operands: for
/// products whose operands are computed by the algorithm that the plan belongs to. By another plan where they are so
/// much longer than those planned for that it cannot do them or was not made for them. Reserves its memory; operands
/// may be zero.
IntegerVector mul_as_planned(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                             const ExecutionContext& ctx);

IntegerVector mul_classical(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx);
/// Precondition: both bits of the shape are at most 64.
IntegerVector mul_classical_words(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx);
/// Precondition: digits_reach().
IntegerVector mul_classical_digits(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
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
IntegerVector mul_pieces(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                         const ExecutionContext& ctx);
IntegerVector mul_multimodular(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                               const ExecutionContext& ctx);

MulPlan plan_classical(const MulShape& s, const MulBudget& budget);
bool fit_classical(MulPlan& plan);
/// Predicted seconds of the schoolbook with tasks of `grain` columns.
double classical_seconds(const MulShape& s, int threads, std::size_t grain) noexcept;

/// Whether the columns of such a product are summed in vectors of doubles.
bool in_exact_columns(const MulShape& s) noexcept;

/// The same by digits of 52 bits, and the words of scratch that this takes.
double digits_seconds(const MulShape& s) noexcept;
std::size_t digits_scratch(const MulShape& s) noexcept;

MulPlan plan_karatsuba(const MulShape& s, const MulBudget& budget);
bool fit_karatsuba(MulPlan& plan);

MulPlan plan_plain(const MulShape& s, const MulBudget& budget);
bool fit_plain(MulPlan& plan);

/// Their sub-products have sizes of their own: a plan for other operands is a new plan.
MulPlan plan_toom_cook_4(const MulShape& s, const MulBudget& budget);
MulPlan plan_toom_cook_8(const MulShape& s, const MulBudget& budget);
inline bool never_fit(MulPlan&) noexcept { return false; }

MulPlan plan_kronecker(const MulShape& s, const MulBudget& budget);
bool fit_kronecker(MulPlan& plan);
/// Workspace, tables and child of a product through one integer, over Z and Z/pZ. Precondition: slot_bits are set.
void set_packed_sizes(MulPlan& plan);
/// Predicted seconds of packing, the child's products and unpacking, at one point or two.
double packed_seconds(const MulPlan& plan) noexcept;
MulPlan plan_two_point(const MulShape& s, const MulBudget& budget);
bool fit_two_point(MulPlan& plan);

bool multimodular_reaches(const MulShape& s) noexcept;
MulPlan plan_multimodular(const MulShape& s, const MulBudget& budget);
bool fit_multimodular(MulPlan& plan);

bool blocked_reaches(const MulShape& s) noexcept;
MulPlan plan_blocked(const MulShape& s, const MulBudget& budget);
bool fit_blocked(MulPlan& plan);

/// Whether a device can win: its launches take as long as a product of some thousand limbs.
bool long_enough_for_devices(const MulShape& s) noexcept;
MulPlan plan_device(const MulShape& s, const MulBudget& budget);
/// By the context's device, or by the plan's child where that does not do it.
IntegerVector mul_device(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                         const ExecutionContext& ctx);

/// The products of pieces have sizes of their own: a plan for other operands is a new plan.
MulPlan plan_pieces(const MulShape& s, const MulBudget& budget);

bool bivariate_reaches(const MulShape& s) noexcept;
MulPlan plan_bivariate(const MulShape& s, const MulBudget& budget);
bool fit_bivariate(MulPlan& plan);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
