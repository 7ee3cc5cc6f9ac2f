// Roots of polynomials over Q: the functions over Z on the numerators. The denominators are positive, so that neither
// the roots nor any sign change.
#include <polyfork/rootiso/root_operations.hpp>

#include "rootiso/algebraic/numerators.hpp"

namespace polyfork {
inline namespace v1 {

using detail::Numerators;

IsolationResult isolate_real_roots(const PolyQ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  return isolate_real_roots(Numerators(f, ctx).polynomial(), options, ctx);
}

std::size_t count_real_roots(const PolyQ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  return count_real_roots(Numerators(f, ctx).polynomial(), options, ctx);
}

std::size_t count_real_roots(const PolyQ& f, const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  return count_real_roots(Numerators(f, ctx).polynomial(), interval, ctx);
}

RootInterval refine_root(const PolyQ& f, const RootInterval& root, const Rational& width, const ExecutionContext& ctx) {
  return refine_root(Numerators(f, ctx).polynomial(), root, width, ctx);
}

std::strong_ordering compare_roots(const PolyQ& f, const RootInterval& root_f, const PolyQ& g,
                                   const RootInterval& root_g, const ExecutionContext& ctx) {
  return compare_roots(Numerators(f, ctx).polynomial(), root_f, Numerators(g, ctx).polynomial(), root_g, ctx);
}

int sign_at_root(const PolyQ& g, const PolyQ& f, const RootInterval& root, const ExecutionContext& ctx) {
  return sign_at_root(Numerators(g, ctx).polynomial(), Numerators(f, ctx).polynomial(), root, ctx);
}

std::string root_to_decimal(const PolyQ& f, const RootInterval& root, std::size_t digits, const ExecutionContext& ctx) {
  return root_to_decimal(Numerators(f, ctx).polynomial(), root, digits, ctx);
}

std::vector<std::string> roots_to_decimal(const PolyQ& f, const std::vector<RootInterval>& roots, std::size_t digits,
                                          const ExecutionContext& ctx) {
  return roots_to_decimal(Numerators(f, ctx).polynomial(), roots, digits, ctx);
}

std::vector<std::string> roots_to_significant(const PolyQ& f, const std::vector<RootInterval>& roots,
                                              std::size_t digits, const ExecutionContext& ctx) {
  return roots_to_significant(Numerators(f, ctx).polynomial(), roots, digits, ctx);
}

}  // namespace v1
}  // namespace polyfork
