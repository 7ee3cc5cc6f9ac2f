// The checker's proof of one annulus: every leaf of its partition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/check/verify_partition.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The closed cell [c 2^-k, (c + 1) 2^-k], on which the polynomial is strictly monotone, and the signs at its ends that
/// are certain (0: not certain).
struct ProvedMonotone {
  Integer c;
  std::int64_t k;
  int lower_sign;
  int upper_sign;
};

/// A polynomial and the partition of an annulus that is to be proved for it.
struct PartitionClaim {
  const IntegerVector& f;
  const Partition& tree;
  std::optional<std::int64_t> size;  ///< log2 of the least |f| there, as the certificate states
};

/// For each claim about [2^j, 2^(j+1)] its leaves M, ascending, once it is proved that the polynomial has no roots on
/// the leaves X and is strictly monotone on the leaves M; nothing when one of them cannot be proved. If there are
/// two claims, the second is about f(-x) for the f of the first. Local models are computed from the annulus down with
/// 56 guard bits, and again with four times as many for what is left open, and so on. What would need more than 4 (b +
/// n (d + |j| + 3)) + 128 of them, or 2^20, is given up: n the number and b the bits of the coefficients, d the depth
/// of the partition.
std::optional<std::vector<std::vector<ProvedMonotone>>> prove_partitions(std::span<const PartitionClaim> claims,
                                                                         std::int64_t j, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
