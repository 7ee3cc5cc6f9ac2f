// Distinct degrees, then equal degrees (Cantor, Zassenhaus, Math. Comp. 36, 1981), over fields of q elements given by
// tables. Quadratic arithmetic: the polynomials are the images of polynomials in several variables in one of them.
#include "poly/multi_factor/field_factor.hpp"

#include <utility>

#include "poly/multi_factor/field_random.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class Factorizer {
 public:
  Factorizer(const TableField& field, const ExecutionContext& ctx) : field_(field), ctx_(ctx), random_(1, field) {}

  std::vector<FieldPoly> run(FieldPoly f) {
    const FieldPoly x{0, 1};
    FieldPoly power = reduced(x, f);
    for (std::size_t d = 1; 2 * d < f.size(); ++d) {
      power = pow(std::move(power), field_.size(), f);
      FieldPoly g = field_gcd(f, difference(power, x), field_);
      if (g.size() == 1) continue;
      FieldPoly rest;
      field_rem<TableField>(f, g, field_, &rest);
      f = std::move(rest);
      equal_degrees(g, d);
      power = f.size() > 1 ? reduced(std::move(power), f) : FieldPoly{};
    }
    if (f.size() > 1) found_.push_back(std::move(f));
    return std::move(found_);
  }

 private:
  FieldPoly reduced(FieldPoly a, const FieldPoly& f) const {
    field_rem<TableField>(a, f, field_);
    return a;
  }
  FieldPoly times(const FieldPoly& a, const FieldPoly& b, const FieldPoly& f) const {
    return reduced(field_mul<TableField>(a, b, field_), f);
  }
  FieldPoly pow(FieldPoly a, std::uint64_t exponent, const FieldPoly& f) const {
    FieldPoly result{1};
    for (; exponent != 0; exponent >>= 1) {
      ctx_.poll();
      if (exponent & 1) result = times(result, a, f);
      if (exponent > 1) a = times(a, a, f);
    }
    return result;
  }
  FieldPoly difference(FieldPoly a, const FieldPoly& b) const {
    a.resize(std::max(a.size(), b.size()), 0);
    for (std::size_t i = 0; i < b.size(); ++i) a[i] = field_.sub(a[i], b[i]);
    normalise(a);
    return a;
  }
  FieldPoly sum(const FieldPoly& a, const FieldPoly& b) const {
    FieldPoly minus(b);
    for (std::uint64_t& c : minus) c = field_.neg(c);
    return difference(a, minus);
  }

  /// What is zero modulo about half of the factors of degree d: (a^((q^d - 1)/2) - 1), or the trace to the field of two
  /// elements.
  FieldPoly separating(const FieldPoly& a, std::size_t d, const FieldPoly& f) const {
    FieldPoly conjugate = a;
    FieldPoly result = a;
    if (field_.characteristic() == 2) {
      for (std::size_t i = 1; i < d * field_.degree(); ++i) {
        conjugate = times(conjugate, conjugate, f);
        result = sum(result, conjugate);
      }
      return result;
    }
    for (std::size_t i = 1; i < d; ++i) {
      conjugate = pow(std::move(conjugate), field_.size(), f);
      result = times(result, conjugate, f);
    }
    return difference(pow(std::move(result), (field_.size() - 1) / 2, f), FieldPoly{1});
  }

  void equal_degrees(const FieldPoly& f, std::size_t d) {
    if (f.size() == d + 1) return found_.push_back(f);
    for (;;) {
      ctx_.poll();
      FieldPoly a(f.size() - 1);
      for (std::uint64_t& c : a) c = random_.nonzero();
      const FieldPoly g = field_gcd(f, separating(a, d, f), field_);
      if (g.size() == 1 || g.size() == f.size()) continue;
      FieldPoly dividend = f;
      FieldPoly rest;
      field_rem<TableField>(dividend, g, field_, &rest);
      equal_degrees(g, d);
      return equal_degrees(rest, d);
    }
  }

  const TableField& field_;
  const ExecutionContext& ctx_;
  FieldRandom<TableField> random_;
  std::vector<FieldPoly> found_;
};

}  // namespace

std::vector<FieldPoly> field_factors(const FieldPoly& f, const TableField& field, const ExecutionContext& ctx) {
  return Factorizer(field, ctx).run(f);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
