// Naive references.
#include "naive_poly.hpp"

#include <algorithm>

namespace polyfork::test {

NaivePoly to_naive(const IntegerVector& v) {
  NaivePoly a;
  for (std::size_t i = 0; i < v.size(); ++i) a.emplace_back(v[i]);
  return a;
}

NaivePoly naive_mul(const NaivePoly& a, const NaivePoly& b) {
  if (a.empty() || b.empty()) return {};
  NaivePoly c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

NaivePoly naive_add(const NaivePoly& a, const NaivePoly& b, bool subtract) {
  NaivePoly c(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) c[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) c[i] += subtract ? -b[i] : b[i];
  return naive_normalised(std::move(c));
}

Integer naive_evaluate(const NaivePoly& a, const Integer& x) {
  Integer sum;
  Integer power = 1;
  for (const Integer& c : a) {
    sum += c * power;
    power *= x;
  }
  return sum;
}

NaivePoly naive_normalised(NaivePoly a) {
  while (!a.empty() && a.back().is_zero()) a.pop_back();
  return a;
}

std::vector<std::uint64_t> naive_mul_mod(const ResidueVector& a, const ResidueVector& b, std::uint64_t p) {
  __extension__ using wide = unsigned __int128;
  if (a.empty() || b.empty()) return {};
  std::vector<std::uint64_t> c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      c[i + j] = static_cast<std::uint64_t>((wide{c[i + j]} + wide{a[i]} * b[j] % p) % p);
  return c;
}

}  // namespace polyfork::test
