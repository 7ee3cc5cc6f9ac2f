// Certificates of real root isolation: an answer together with what proves it, and the checker.
//
// A certificate of f claims that the listed points and open intervals, with their multiplicities, are exactly the real
// roots of f. It is checked with integers alone and without any part of the engines that found it: a factorisation is
// multiplied out, counts of roots from above are proved on the cells of a partition (or by Descartes' rule), and from
// below by changes of sign. Format and proof: docs/{reference,how}/certificates.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
inline namespace v1 {

/// A proof about [2^exponent, 2^(exponent + 1)]: a binary subdivision of it in preorder, one letter for each node: S,
/// halved; X, no root on the closed cell; M, strictly monotone on it. With `inverse` the proof is about y = 1/x in
/// [2^(-exponent - 1), 2^-exponent], whose roots are those of the coefficients in reverse.
struct CertifiedAnnulus {
  std::int64_t exponent = 0;
  std::string partition;
  bool inverse = false;
  /// About log2 of the least absolute value in the annulus that the search met: of the core, or with `inverse` of the
  /// polynomial with its coefficients in reverse. The checker chooses its first precision by it and proves nothing with
  /// it; without it the checker evaluates the polynomial at a few points.
  std::optional<std::int64_t> size{};

  friend bool operator==(const CertifiedAnnulus&, const CertifiedAnnulus&) = default;
};

/// The proof that the core, the polynomial of IsolationCertificate, has no more roots on a half-line than the claim
/// lists. For the negative half-line the proof is about the core with -x in the place of x.
struct CertifiedHalfLine {
  bool variations = true;                ///< the proof is Descartes' rule of signs alone, and `annuli` is empty
  std::vector<CertifiedAnnulus> annuli;  ///< ascending; one term dominates in each annulus that is not listed

  friend bool operator==(const CertifiedHalfLine&, const CertifiedHalfLine&) = default;
};

struct CertifiedFactor {
  PolyZ polynomial;
  std::uint64_t multiplicity = 1;

  friend bool operator==(const CertifiedFactor&, const CertifiedFactor&) = default;
};

struct CertifiedPoint {
  Rational value;
  std::uint64_t multiplicity = 1;

  friend bool operator==(const CertifiedPoint&, const CertifiedPoint&) = default;
};

/// f(x) = x^k P(x^power), P(0) != 0,  P(y) = content prod (b y - a)^m prod g^m over the points a/b and the factors g.
/// The core is the product of the factors, each once; it is P itself when there is neither a factor nor a point.
struct IsolationCertificate {
  PolyZ polynomial;                 ///< f, not zero
  std::vector<RootInterval> roots;  ///< the claim: all real roots of f, ascending; ends of intervals are dyadic
  Integer content = 1;
  std::size_t power = 1;
  std::vector<CertifiedPoint> points;  ///< ascending, not zero
  std::vector<CertifiedFactor> factors;
  CertifiedHalfLine positive;
  CertifiedHalfLine negative;  ///< left as it is constructed for even powers

  friend bool operator==(const IsolationCertificate&, const IsolationCertificate&) = default;
};

struct CertifiedIsolation {
  IsolationResult result;
  IsolationCertificate certificate;
};

/// The isolation and a certificate of it. The certificate is of all real roots, refined to the options' width if there
/// is one; their interval restricts the result only. Throws as isolate_real_roots, and DomainError for the method vca,
/// which has no such proof. Takes 5 to 30 % more time than the isolation alone.
POLYFORK_EXPORT CertifiedIsolation
isolate_with_certificate(const PolyZ& f, const IsolationOptions& options = {},
                         const ExecutionContext& ctx = ExecutionContext::default_context());

struct VerificationResult {
  bool ok = false;
  std::string reason;     ///< why the certificate is rejected, one line; empty when ok
  std::size_t roots = 0;  ///< distinct real roots, when ok
};

/// Checks the certificate; for a wrong or unproved one the result is not ok. Throws Cancelled and MemoryLimit as the
/// context says. The measured times are 0.2 to 1 of those of the isolation (docs/measured/zen5.md).
POLYFORK_EXPORT VerificationResult verify_certificate(
    const IsolationCertificate& certificate, const ExecutionContext& ctx = ExecutionContext::default_context());

/// The text of a certificate, and back. Throws Cancelled and MemoryLimit as the context says; parse_certificate
/// ParseError with line and column.
POLYFORK_EXPORT std::string to_text(const IsolationCertificate& certificate,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT IsolationCertificate
parse_certificate(std::string_view text, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
