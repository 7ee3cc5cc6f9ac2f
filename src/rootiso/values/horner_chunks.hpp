// Horner's rule at a few points of a long polynomial, on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>

#include "rootiso/values/horner_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Gives rows [begin, end) as digits, where they are or in `scratch`. May be called by several threads.
using DigitRowsOf =
    FunctionRef<const std::uint64_t*(std::size_t begin, std::size_t end, std::vector<std::uint64_t>& scratch)>;

/// Runs the kernel from y = 0 on the rows, which are read in blocks, in `chunks` >= 1 parts of them at the same time,
///
///   y = sum_k z^(k m) y_k,  m rows in each part but the last.
///
/// z^m is known with 64 bits more than y, so that each part adds an error below two units: the sum is off from the
/// exact one by less than 2 rows + 2 chunks. A part costs 8 products of numbers as long as y, and z^m log2(m) of them.
void horner_in_chunks(const HornerKernel& kernel, DigitRowsOf a, std::size_t rows, std::size_t digits,
                      const std::uint64_t* z, std::uint64_t* y, std::size_t chunks, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
