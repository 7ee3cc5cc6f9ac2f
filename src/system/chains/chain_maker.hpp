// Regular chains from polynomials that are known to be one.
#pragma once

#include <utility>
#include <vector>

#include <polyfork/system/regular_chain.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Field K>
struct ChainMaker {
  /// The polynomials are monic in variables x_n < ... < x_1 of the order lex, that of x_n first, each reduced modulo
  /// those before it and without multiple roots: nothing is checked.
  static RegularChain<K> trusted(std::vector<SparseMultiPoly<K>> polynomials) {
    return RegularChain<K>(typename RegularChain<K>::Trusted{}, std::move(polynomials));
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
