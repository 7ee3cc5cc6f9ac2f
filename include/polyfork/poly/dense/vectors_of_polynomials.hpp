// Products of vectors of polynomials: from std::vector the type of a span is not deduced.
#pragma once

#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {

/// The product of the list, as for a span.
template <class P>
requires requires { typename P::ring_type; }
P product(const std::vector<P>& factors, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return product(std::span<const P>(factors), ctx);
}

/// sum a[i] b[i], as for spans.
template <class P>
requires requires { typename P::ring_type; }
P dot(const std::vector<P>& a, const std::vector<P>& b,
      const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return dot(std::span<const P>(a), std::span<const P>(b), ctx);
}

}  // namespace v1
}  // namespace polyfork
