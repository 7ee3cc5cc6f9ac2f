// An isolation together with the factorisation that the roots were found from.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/isolate/preprocess.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct IsolationWithFactors {
  IsolationResult result;
  Preprocessed source;
};

/// The result of isolate_real_roots, and the factors and rational roots of f. Throws as isolate_real_roots.
IsolationWithFactors isolate_with_factors(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
