// Names of the families and the dispatch to their generators.

#include <polyfork/poly/families/families.hpp>

#include <array>
#include <string>
#include <utility>

#include "poly/families/families_generators.hpp"

namespace polyfork {
inline namespace v1 {
namespace {

constexpr std::array<std::pair<Family, std::string_view>, 10> names = {{
    {Family::bnd, "bnd"},
    {Family::cnd, "cnd"},
    {Family::chebyshev, "chebyshev"},
    {Family::laguerre, "laguerre"},
    {Family::hermite, "hermite"},
    {Family::legendre, "legendre"},
    {Family::wilkinson, "wilkinson"},
    {Family::mignotte, "mignotte"},
    {Family::exp, "exp"},
    {Family::random, "random"},
}};

constexpr std::size_t max_degree = (std::size_t{1} << 31) - 2;

std::size_t least_degree(Family family) {
  if (family == Family::mignotte) return 3;
  return family == Family::cnd ? 1 : 0;
}

PolyZ made(Family family, std::size_t degree, const FamilyOptions& options, const ExecutionContext& ctx) {
  switch (family) {
    case Family::bnd:
      return detail::make_bnd(degree, ctx);
    case Family::cnd:
      return detail::make_cnd(degree, ctx);
    case Family::wilkinson:
      return detail::make_wilkinson(degree, ctx);
    case Family::mignotte:
      return detail::make_mignotte(degree, ctx);
    case Family::random:
      return detail::make_random(degree, options, ctx);
    default:
      return detail::make_by_recurrence(family, degree, ctx);
  }
}

}  // namespace

std::string_view family_name(Family family) noexcept {
  for (const auto& [value, name] : names)
    if (value == family) return name;
  return "";
}

Family family_from_name(std::string_view name) {
  std::string known;
  for (const auto& [value, text] : names) {
    if (text == name) return value;
    known += (known.empty() ? "" : ", ") + std::string(text);
  }
  throw DomainError("unknown family '" + std::string(name) + "'; known are " + known);
}

const std::vector<Family>& all_families() {
  static const std::vector<Family> families = [] {
    std::vector<Family> result;
    result.reserve(names.size());
    for (const auto& entry : names) result.push_back(entry.first);
    return result;
  }();
  return families;
}

PolyZ make_family(Family family, std::size_t degree, const FamilyOptions& options, const ExecutionContext& ctx) {
  if (degree < least_degree(family))
    throw DomainError("the family " + std::string(family_name(family)) + " starts at degree " +
                      std::to_string(least_degree(family)));
  if (degree > max_degree) throw DomainError("the degree is too large");
  return detail::within_memory(ctx, [&] { return made(family, degree, options, ctx); });
}

}  // namespace v1
}  // namespace polyfork
