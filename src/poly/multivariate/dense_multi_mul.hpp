// Products of row-major arrays of residues, one function for each algorithm of dense_multi_mul.cpp.
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a b by definition; out does not overlap the operands. plan.grain rows of the product are a task.
void dense_multi_mul_plain(const DenseMultiMulPlan& plan, const WordModulus& p, std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b, std::span<std::uint64_t> out, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
