#include "inputs.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork_bench {

using namespace polyfork;

namespace {

std::int64_t to_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw DomainError("not a number: " + std::string(text));
  return value;
}

PolyZ mignotte_nested(std::size_t degree) {
  if (degree % 4 != 0 || degree < 40) throw DomainError("mignotte-nested: the degree is no multiple of 4, or below 40");
  const PolyZ line{-1, 5};
  PolyZ power{2}, product{1};
  for (int i = 1; i <= 4; ++i) {
    power = power * line * line;
    product = product * (PolyZ::monomial({}, Integer(1), degree / 4) - power);
  }
  return product;
}

}  // namespace

PolyZ random_poly(std::size_t length, std::size_t bits, std::uint64_t seed) {
  return make_family(Family::random, length - 1, {.bits = bits, .seed = seed});
}

PolyZp random_poly(std::size_t length, const PrimeField& field, std::uint64_t seed) {
  const auto bits = static_cast<std::size_t>(std::bit_width(field.modulus()));
  return reduce(random_poly(length, bits + 8, seed), field);
}

PolyZ root_input(std::string_view name, std::size_t degree) {
  constexpr std::string_view perturbed = "-perturb-", shifted = "-shift-";
  if (const std::size_t at = name.find(perturbed); at != name.npos) {
    const std::int64_t k = to_number(name.substr(at + perturbed.size()));
    return perturb(root_input(name.substr(0, at), degree), static_cast<std::size_t>(k));
  }
  if (const std::size_t at = name.find(shifted); at != name.npos) {
    const std::string_view fraction = name.substr(at + shifted.size());
    const std::size_t dash = std::min(fraction.find('-'), fraction.size());
    const std::int64_t q = dash == fraction.size() ? 1 : to_number(fraction.substr(dash + 1));
    return shift_roots(root_input(name.substr(0, at), degree), Rational(to_number(fraction.substr(0, dash)), q));
  }
  if (name == "mignotte-nested") return mignotte_nested(degree);
  return make_family(family_from_name(name), degree);
}

std::string parse_input(PolyFormat format, std::size_t digits) {
  constexpr std::size_t text_bytes = 4'000'000;
  const auto bits = static_cast<std::size_t>(static_cast<double>(digits) * std::log2(10.0));
  return format_poly(random_poly(std::max<std::size_t>(text_bytes / digits, 2), bits, 1), format);
}

std::uint64_t ntt_prime_50() {
  for (const std::uint64_t p : ntt_primes(std::uint64_t{1} << 50, 22, 2))
    if (p != 1108307720798209) return p;
  throw DomainError("no prime");
}

std::uint64_t ntt_prime_50(unsigned factors_of_two) {
  const std::uint64_t step = std::uint64_t{2} << factors_of_two;
  for (std::uint64_t p = (std::uint64_t{1} << 50) - step / 2 + 1; p > step; p -= step)
    if (is_prime(p)) return p;
  throw DomainError("no prime");
}

}  // namespace polyfork_bench
