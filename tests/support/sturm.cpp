#include "sturm.hpp"

#include <utility>

namespace polyfork::test {

namespace {

using Coefficients = std::vector<Integer>;

void trim(Coefficients& a) {
  while (!a.empty() && a.back().is_zero()) a.pop_back();
}

void make_primitive(Coefficients& a) {
  Integer g;
  for (const Integer& x : a) g = gcd(g, x);
  if (g.is_zero() || g.is_one()) return;
  for (Integer& x : a) x = exact_div(x, g);
}

/// A positive multiple of a mod b.
Coefficients positive_remainder(Coefficients a, const Coefficients& b) {
  while (a.size() >= b.size()) {
    const Integer lead = a.back();
    const std::size_t shift = a.size() - b.size();
    // a := |lc(b)| a - sign(lc(b)) lc(a) x^shift b
    const Integer factor = b.back().sign() > 0 ? lead : -lead;
    const Integer scale = abs(b.back());
    for (Integer& x : a) x *= scale;
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift].sub_mul(factor, b[i]);
    trim(a);
    if (a.empty()) break;
  }
  make_primitive(a);
  return a;
}

/// a / b up to a constant factor, for a divisible by b.
Coefficients quotient_up_to_scale(Coefficients a, const Coefficients& b) {
  Coefficients q(a.size() - b.size() + 1);
  for (std::size_t i = q.size(); i-- > 0;) {
    const Integer lead = a[i + b.size() - 1];
    for (Integer& x : a) x *= b.back();
    for (Integer& x : q) x *= b.back();
    q[i] = lead;
    for (std::size_t j = 0; j < b.size(); ++j) a[i + j].sub_mul(lead, b[j]);
  }
  make_primitive(q);
  return q;
}

int sign_at(const Coefficients& a, const Rational& x) {
  Integer y;
  Integer power = 1;
  for (std::size_t i = a.size(); i-- > 0;) {
    y *= x.numerator();
    y.add_mul(a[i], power);
    power *= x.denominator();
  }
  return y.sign();
}

std::size_t variations(const std::vector<int>& signs) {
  std::size_t count = 0;
  int last = 0;
  for (const int s : signs) {
    if (s == 0) continue;
    if (last != 0 && s != last) ++count;
    last = s;
  }
  return count;
}

}  // namespace

namespace {

std::vector<Coefficients> sturm_sequence(Coefficients a) {
  make_primitive(a);
  Coefficients slope;
  for (std::size_t i = 1; i < a.size(); ++i) slope.push_back(a[i] * Integer(i));
  make_primitive(slope);
  std::vector<Coefficients> sequence{std::move(a)};
  while (!slope.empty()) {
    sequence.push_back(std::move(slope));
    slope = positive_remainder(sequence[sequence.size() - 2], sequence.back());
    for (Integer& x : slope) x.negate();
  }
  return sequence;
}

}  // namespace

SturmSequence::SturmSequence(const PolyZ& f) : sequence_(sturm_sequence(f.elements())) {
  // At a multiple root the whole sequence vanishes; the square-free part has no such points.
  if (sequence_.back().size() > 1)
    sequence_ = sturm_sequence(quotient_up_to_scale(sequence_.front(), sequence_.back()));
}

std::size_t SturmSequence::variations_at(const Rational& x) const {
  std::vector<int> signs;
  for (const auto& p : sequence_) signs.push_back(sign_at(p, x));
  return variations(signs);
}

std::size_t SturmSequence::variations_at_infinity(int direction) const {
  std::vector<int> signs;
  for (const auto& p : sequence_)
    signs.push_back(direction < 0 && p.size() % 2 == 0 ? -p.back().sign() : p.back().sign());
  return variations(signs);
}

std::size_t SturmSequence::count() const { return variations_at_infinity(-1) - variations_at_infinity(1); }

std::size_t SturmSequence::count(const Rational& a, const Rational& b) const {
  return variations_at(a) - variations_at(b);
}

std::size_t SturmSequence::count_closed(const Rational& a, const Rational& b) const {
  return count(a, b) + (sign_at(sequence_.front(), a) == 0 ? 1 : 0);
}

}  // namespace polyfork::test
