// Texts that descriptions of plans are made of.
#pragma once

#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// "12.3 us", "4.56 ms", "7.8 s": three significant digits.
std::string seconds_text(double seconds);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
