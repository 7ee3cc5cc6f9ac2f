// Names of variables: which texts are names, and the default names.
#include <polyfork/ring/names.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

void require_name(std::string_view name) {
  const bool valid = !name.empty() && is_letter(name.front()) &&
                     std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
  if (!valid) throw DomainError("not a variable's name: \"" + std::string(name) + "\"");
}

void throw_used_name(std::string_view name) {
  throw DomainError("the variable " + std::string(name) + " has the name of an element of the coefficient ring");
}

std::string default_name(unsigned i) {
  constexpr std::string_view first = "xyztuvw";
  return i < first.size() ? std::string(1, first[i]) : "x" + std::to_string(i - first.size() + 1);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
