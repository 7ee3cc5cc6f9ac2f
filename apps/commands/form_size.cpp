// Digits by bit lengths, and names with their powers.
#include "commands/form_size.hpp"

#include <bit>

namespace polyfork_app {

namespace {

/// log10(2), rounded up, of so many bits.
std::size_t digits_of(std::size_t bits) { return bits * 30103 / 100000 + 1; }

constexpr std::size_t signs = 4;  // " + " and "*"

}  // namespace

void FormSize::add(const polyfork::Integer& c) {
  numbers += c.bit_length() / 8 + sizeof(polyfork::Integer);
  text += digits_of(c.bit_length()) + signs;
}

void FormSize::add(const polyfork::Rational& c) {
  add(c.numerator());
  if (!c.denominator().is_one()) add(c.denominator());
}

void FormSize::add(std::uint64_t residue) {
  numbers += sizeof residue;
  text += digits_of(static_cast<std::size_t>(std::bit_width(residue))) + signs;
}

void FormSize::add(const polyfork::PolyZ& f, std::size_t name) {
  const std::size_t power = name + 1 + digits_of(static_cast<std::size_t>(std::bit_width(f.length())));
  for (std::size_t i = 0; i < f.length(); ++i) {
    const polyfork::Integer c = f.coefficient(i);
    if (c.is_zero()) continue;
    add(c);
    text += power;
  }
}

void FormSize::add_monomial(const std::vector<std::uint64_t>& exponents, const std::vector<std::string>& names) {
  for (std::size_t v = 0; v < exponents.size(); ++v) {
    if (exponents[v] == 0) continue;
    numbers += sizeof exponents[v];
    text += names[v].size() + 2 + digits_of(static_cast<std::size_t>(std::bit_width(exponents[v])));
  }
}

}  // namespace polyfork_app
