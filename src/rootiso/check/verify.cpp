// The checker of certificates: docs/how/certificates.md has the whole proof.
//
// It shares the integers and the exact operations on polynomials with the engines, and nothing else: no header of
// theirs is included by a file verify*.
#include "rootiso/check/verify.hpp"

#include <polyfork/core/memory.hpp>

#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::CoreInterval;
using detail::HalfLineClaim;
using detail::ProvedFactors;
using detail::Rejection;

/// Rejects lists of roots that are not in order or not disjoint, whose ends are not dyadic, or that are wrong about the
/// root zero.
void check_list(const IsolationCertificate& c, std::size_t zeros) {
  bool zero_listed = false;
  for (std::size_t i = 0; i < c.roots.size(); ++i) {
    const RootInterval& r = c.roots[i];
    if (r.multiplicity == 0) throw Rejection{"a multiplicity of zero"};
    if (r.exact) {
      if (r.lower != r.upper) throw Rejection{"a root with two values"};
      if (r.lower.is_zero()) {
        zero_listed = true;
        if (r.multiplicity != zeros) throw Rejection{"the multiplicity of the root 0 is not proved"};
      }
    } else {
      if (r.lower >= r.upper) throw Rejection{"an empty interval"};
      if (r.lower.sign() * r.upper.sign() <= 0) throw Rejection{"an interval that meets zero"};
      if (!r.lower.is_dyadic() || !r.upper.is_dyadic()) throw Rejection{"an interval with ends that are not dyadic"};
    }
    if (i == 0) continue;
    const RootInterval& before = c.roots[i - 1];
    if (before.upper > r.lower || ((before.exact || r.exact) && before.upper == r.lower))
      throw Rejection{"the roots are not in order or meet"};
  }
  if (zero_listed != (zeros != 0)) throw Rejection{"the root 0 is not proved or not listed"};
}

IntegerVector mirrored(const IntegerVector& f, const ExecutionContext& ctx) {
  IntegerVector m = f.copy(ctx);
  for (std::size_t i = 1; i < m.size(); i += 2) m.set_signed_size(i, -m.signed_size(i));
  return m;
}

ProvedFactors mirrored(const ProvedFactors& proved, const ExecutionContext& ctx) {
  ProvedFactors m;
  m.core = mirrored(proved.core, ctx);
  m.multiplicities = proved.multiplicities;
  for (const IntegerVector& g : proved.factors) m.factors.push_back(mirrored(g, ctx));
  return m;
}

std::size_t bytes_of(const ProvedFactors& proved) {
  std::size_t bytes = proved.core.bytes();
  for (const IntegerVector& g : proved.factors) bytes += g.bytes();
  return bytes;
}

void prove(const IsolationCertificate& c, const ExecutionContext& ctx) {
  ctx.progress("factorisation", 0);
  const ProvedFactors proved = detail::prove_factors(c, ctx);
  const MemoryReservation held(ctx.memory(), 2 * bytes_of(proved));  // and its mirror image
  check_list(c, proved.zeros);
  ctx.progress("roots", 0);
  const std::vector<CoreInterval> positive = detail::prove_points(c, false, ctx);
  const std::vector<CoreInterval> negative = detail::prove_points(c, true, ctx);
  std::vector<HalfLineClaim> claims{{proved, c.positive, positive}};
  ProvedFactors mirror_image;
  if (c.power % 2 == 0) {
    if (c.negative != CertifiedHalfLine()) throw Rejection{"a second half-line of an even polynomial"};
    if (negative != positive) throw Rejection{"the roots of an even polynomial are not symmetric"};
  } else {
    mirror_image = mirrored(proved, ctx);
    claims.push_back({mirror_image, c.negative, negative});
  }
  detail::prove_half_lines(claims, ctx);
  ctx.progress("roots", 1);
}

}  // namespace

VerificationResult verify_certificate(const IsolationCertificate& certificate, const ExecutionContext& ctx) {
  VerificationResult result;
  try {
    prove(certificate, ctx);
    result.ok = true;
    result.roots = certificate.roots.size();
  } catch (const Rejection& rejection) {
    result.reason = rejection.reason;
  }
  return result;
}

}  // namespace v1
}  // namespace polyfork
