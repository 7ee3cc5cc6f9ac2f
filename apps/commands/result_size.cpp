// Bounds on coefficients, part by part, and the bytes of their digits.
//
// The coefficient k of f(x + p / q), f = F / d with |F| < 2^b, is a fraction with at most d q^(n - k) below, n the
// degree, and at most 2^b C(n + 1, k + 1) max(|p|, q)^(n - k) above. The logarithms are concave in k, so that on a part
// they are largest at an end or where they are largest at all. In memory all have the denominator d q^n.
#include "commands/result_size.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <polyfork/core/memory.hpp>

namespace polyfork_app {

namespace {

constexpr std::size_t parts = 64;
constexpr std::size_t zero = 0;  // bits of a part without coefficients
constexpr double digits_per_bit = 0.30103;

/// Integers over one denominator, which are the coefficients of a polynomial.
struct Operand {
  const polyfork::IntegerVector& numerators;
  double denominator_bits;  // 0 for 1
  std::size_t name;         // length of the variable's

  explicit Operand(const polyfork::PolyZ& f)
      : numerators(f.coefficients()), denominator_bits(0), name(f.variable().size()) {}
  explicit Operand(const polyfork::PolyQ& f)
      : numerators(f.coefficients().numerators()),
        denominator_bits(logarithm(f.coefficients().denominator())),
        name(f.variable().size()) {}

  std::size_t length() const { return numerators.size(); }

  /// log2 |c|, rounded up; 0 for one.
  static double logarithm(const polyfork::Integer& c) {
    return static_cast<double>(c.bit_length() - 1) + (c.bit_length() == 1 ? 0 : 1);
  }
};

/// Bytes so far, as numbers that do not overflow.
class Sizes {
 public:
  Sizes(std::size_t length, std::size_t name, polyfork::PolyFormat format)
      : sum_(format == polyfork::PolyFormat::infix || format == polyfork::PolyFormat::msolve ||
             format == polyfork::PolyFormat::automatic),
        power_(sum_ ? static_cast<double>(name) + 5 + digits_per_bit * std::log2(static_cast<double>(length) + 1) : 1) {
  }

  /// Coefficients of so many bits in memory, whose fractions have so many above and below.
  void add(std::size_t count, double bits, double above, double below) {
    const auto n = static_cast<double>(count);
    coefficients_ += n * (bits / 8 + 4);
    text_ += n * (above * digits_per_bit + 1 + power_);
    if (below != 0) text_ += n * (below * digits_per_bit + 1);
  }
  void add_zeros(std::size_t count) { text_ += sum_ ? 0 : 2 * static_cast<double>(count); }

  void require(const polyfork::ExecutionContext& ctx) const {
    constexpr double largest = 9e18;
    const double bytes = std::min(coefficients_ + text_, largest);
    const polyfork::MemoryReservation check(ctx.memory(), static_cast<std::size_t>(bytes));
  }

 private:
  bool sum_;
  double power_;  // characters of a power of the variable
  double coefficients_ = 0;
  double text_ = 0;
};

/// The longest coefficient of each run of `part` coefficients.
std::vector<std::size_t> bits_of_parts(const polyfork::IntegerVector& c, std::size_t part) {
  std::vector<std::size_t> bits((c.size() + part - 1) / part, zero);
  for (std::size_t i = 0; i < c.size(); ++i) bits[i / part] = std::max(bits[i / part], c[i].bit_length());
  return bits;
}

void require_for_product(const Operand& a, const Operand& b, polyfork::PolyFormat format,
                         const polyfork::ExecutionContext& ctx) {
  if (a.length() == 0 || b.length() == 0 || ctx.memory().limit() == polyfork::MemoryAccount::unlimited) return;
  const std::size_t part = (std::max(a.length(), b.length()) + parts - 1) / parts;
  const std::vector<std::size_t> first = bits_of_parts(a.numerators, part);
  const std::vector<std::size_t> second = bits_of_parts(b.numerators, part);
  const auto carries = static_cast<std::size_t>(std::ceil(std::log2(std::min(a.length(), b.length()) + 1)));
  std::vector<std::size_t> product(first.size() + second.size(), zero);
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < second.size(); ++j) {
      if (first[i] == zero || second[j] == zero) continue;
      for (const std::size_t k : {i + j, i + j + 1})  // where products of these parts lie
        product[k] = std::max(product[k], first[i] + second[j] + carries);
    }
  }
  const std::size_t length = a.length() + b.length() - 1;
  Sizes sizes(length, a.name, format);
  for (std::size_t k = 0; k * part < length; ++k) {
    const std::size_t count = std::min(part, length - k * part);
    const auto bits = static_cast<double>(product[k]);
    if (product[k] == zero)
      sizes.add_zeros(count);
    else
      sizes.add(count, bits, bits, a.denominator_bits + b.denominator_bits);
  }
  sizes.require(ctx);
}

/// p, q: the numerator and the denominator of what is added to x.
void require_for_shift(const Operand& f, const polyfork::Integer& p, const polyfork::Integer& q,
                       polyfork::PolyFormat format, const polyfork::ExecutionContext& ctx) {
  if (f.length() == 0 || p.is_zero() || ctx.memory().limit() == polyfork::MemoryAccount::unlimited) return;
  const auto n = static_cast<double>(f.length() - 1);
  const auto longest = static_cast<double>(f.numerators.max_bits(ctx));
  const double below = Operand::logarithm(q);
  const double step = std::max(Operand::logarithm(p), below);
  /// The largest of log2 C(n + 1, k + 1) + (n - k) slope for k from `first` to `last`, and b.
  const auto largest = [&](double slope, double first, double last) {
    const double k = std::clamp(n / (1 + std::exp2(slope)), first, last);
    const double binomial = std::lgamma(n + 2) - std::lgamma(k + 2) - std::lgamma(n - k + 1);
    return longest + binomial / std::log(2.0) + (n - k) * slope;
  };
  const std::size_t part = (f.length() + parts - 1) / parts;
  Sizes sizes(f.length(), f.name, format);
  for (std::size_t begin = 0; begin < f.length(); begin += part) {
    const std::size_t count = std::min(part, f.length() - begin);
    const auto first = static_cast<double>(begin);
    const double last = first + static_cast<double>(count - 1);
    const double in_memory = largest(step - below, first, last) + n * below;
    sizes.add(count, in_memory, largest(step, first, last), f.denominator_bits + (n - first) * below);
  }
  sizes.require(ctx);
}

}  // namespace

void require_memory_for_product(const polyfork::PolyZ& a, const polyfork::PolyZ& b, polyfork::PolyFormat format,
                                const polyfork::ExecutionContext& ctx) {
  require_for_product(Operand(a), Operand(b), format, ctx);
}
void require_memory_for_product(const polyfork::PolyQ& a, const polyfork::PolyQ& b, polyfork::PolyFormat format,
                                const polyfork::ExecutionContext& ctx) {
  require_for_product(Operand(a), Operand(b), format, ctx);
}

void require_memory_for_residues(std::size_t length, const std::string& variable, std::uint64_t p,
                                 const polyfork::ExecutionContext& ctx) {
  Sizes sizes(length, variable.size(), polyfork::PolyFormat::infix);
  sizes.add(length, 64, static_cast<double>(std::bit_width(p)), 0);
  sizes.require(ctx);
}

void require_memory_for_shift(const polyfork::PolyZ& f, const polyfork::Integer& c, polyfork::PolyFormat format,
                              const polyfork::ExecutionContext& ctx) {
  require_for_shift(Operand(f), c, polyfork::Integer(1), format, ctx);
}
void require_memory_for_shift(const polyfork::PolyQ& f, const polyfork::Rational& c, polyfork::PolyFormat format,
                              const polyfork::ExecutionContext& ctx) {
  require_for_shift(Operand(f), c.numerator(), c.denominator(), format, ctx);
}

}  // namespace polyfork_app
