// The parts of the checker of certificates: the factorisation, the claim, the half-lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "rootiso/check/verify_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Thrown inside the checker: why the certificate proves nothing.
struct Rejection {
  std::string reason;
};

/// What the certificate's factorisation says once it is multiplied out.
struct ProvedFactors {
  std::size_t zeros = 0;               ///< multiplicity of the root 0
  std::vector<IntegerVector> factors;  ///< of the core
  std::vector<std::uint64_t> multiplicities;
  IntegerVector core;
};

/// Proves f = x^k P(x^power), P = content prod (b y - a)^m prod g^m. Throws Rejection.
ProvedFactors prove_factors(const IsolationCertificate& c, const ExecutionContext& ctx);

/// An interval of y = x^power, ends positive, that is claimed to hold one root of the core.
struct CoreInterval {
  PositiveDyadic lower;
  PositiveDyadic upper;
  std::uint64_t multiplicity;

  friend bool operator==(const CoreInterval& a, const CoreInterval& b) {
    return a.lower.k == b.lower.k && a.lower.c == b.lower.c && a.upper.k == b.upper.k && a.upper.c == b.upper.c &&
           a.multiplicity == b.multiplicity;
  }
};

/// The claim on one half-line of x: proves that its roots and intervals are in order, that the points of the
/// factorisation are all accounted for, each once, and returns what is left for the core, ascending. Throws Rejection.
std::vector<CoreInterval> prove_points(const IsolationCertificate& c, bool negative, const ExecutionContext& ctx);

/// A claim about the positive roots of the core, and its proof.
struct HalfLineClaim {
  const ProvedFactors& proved;
  const CertifiedHalfLine& proof;
  const std::vector<CoreInterval>& intervals;
};

/// Proves of one or two claims that the core has exactly one root in each of the intervals, simple and of the factor
/// with the interval's multiplicity, and no other positive root. The second core is the first one of -x. Throws
/// Rejection.
void prove_half_lines(std::span<const HalfLineClaim> claims, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
