// Points whose coordinates are numbers of a polynomial's ring.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "input/read_polynomial.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"

namespace polyfork_app {

/// A number of the ring that an option gave: rational, or over Q(i) with the imaginary unit. Throws InputError that
/// names the option.
template <class R>
typename R::element element_in(const R& ring, const std::string& option, const std::string& text,
                               const polyfork::ExecutionContext& ctx) {
  if constexpr (std::is_same_v<R, polyfork::GaussianRationals>) {
    if (text.find_first_of("iI") != std::string::npos) {
      require_short_numbers(option, text);
      try {
        const auto f = polyfork::parse_poly<polyfork::DensePoly<R>>(text, ctx);
        if (f.is_constant()) return f.coefficient(0);
      } catch (const polyfork::ParseError& e) {
        throw InputError(option, e);
      }
      throw InputError(option + ": expected a number instead of '" + text + "'");
    }
  }
  return polyfork::convert(ring, polyfork::Rationals(), parse_rational(option, text, ctx).value);
}

/// A point, with the names of its coordinates, which are empty where the text has none.
template <class R>
std::vector<std::pair<std::string, typename R::element>> point_in(const R& ring, const std::string& option,
                                                                  const std::string& text,
                                                                  const polyfork::ExecutionContext& ctx) {
  std::vector<std::pair<std::string, typename R::element>> point;
  for (const auto& [name, value] : coordinates_of(text)) point.emplace_back(name, element_in(ring, option, value, ctx));
  return point;
}

}  // namespace polyfork_app
