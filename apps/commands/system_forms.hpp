// What polyfork solve prints in the place of solutions: a representation, chains, a Groebner basis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_app {

/// An answer and the line that --stats asks for.
struct SystemForm {
  std::string text;  ///< or a JSON document
  std::string stats;
  bool empty = false;  ///< there is nothing to print, since there are no solutions
};

/// t = ..., f(t) = 0, x = g(t) / (d f'(t)). Throws DomainError for a positive dimension.
SystemForm representation_form(const std::vector<polyfork::MultiPolyQ>& equations, bool json,
                               const polyfork::ExecutionContext& ctx);

/// One chain a line.
SystemForm chains_form(const std::vector<polyfork::MultiPolyQ>& equations, bool equiprojectable, bool certify,
                       bool json, const polyfork::ExecutionContext& ctx);

/// One polynomial a line. modulus: a prime below 2^31, or 0: over Q.
SystemForm groebner_form(const std::vector<polyfork::MultiPolyQ>& equations, bool lex, std::uint64_t modulus,
                         bool certify, bool json, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
