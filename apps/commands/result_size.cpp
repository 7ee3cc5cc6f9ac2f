// Bounds on coefficients, part by part, and the bytes of their digits.
//
// The coefficient k of f(x + c), |f| < 2^b, is at most 2^b C(n + 1, k + 1) max(1, |c|)^(n - k), n the degree: the
// logarithm is concave in k, so that on a part it is largest at an end or where it is largest at all.
#include "commands/result_size.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <polyfork/core/memory.hpp>

namespace polyfork_app {

namespace {

constexpr std::size_t parts = 64;
constexpr std::size_t zero = 0;  // bits of a part without coefficients
constexpr double digits_per_bit = 0.30103;

/// Bytes so far, as numbers that do not overflow.
struct Sizes {
  double coefficients = 0;
  double text = 0;

  void add(std::size_t count, double bits, const polyfork::PolyZ& f, std::size_t length, polyfork::PolyFormat format) {
    using polyfork::PolyFormat;
    const bool sum = format == PolyFormat::infix || format == PolyFormat::msolve || format == PolyFormat::automatic;
    const auto n = static_cast<double>(count);
    if (bits == 0) {
      text += sum ? 0 : 2 * n;
      return;
    }
    const double power =
        sum ? static_cast<double>(f.variable().size()) + 5 + digits_per_bit * std::log2(static_cast<double>(length) + 1)
            : 1;
    coefficients += n * (bits / 8 + 4);
    text += n * (bits * digits_per_bit + 1 + power);
  }

  void require(const polyfork::ExecutionContext& ctx) const {
    constexpr double largest = 9e18;
    const double bytes = std::min(coefficients + text, largest);
    const polyfork::MemoryReservation check(ctx.memory(), static_cast<std::size_t>(bytes));
  }
};

/// The longest coefficient of each run of `part` coefficients.
std::vector<std::size_t> bits_of_parts(const polyfork::PolyZ& f, std::size_t part) {
  const polyfork::IntegerVector& c = f.coefficients();
  std::vector<std::size_t> bits((c.size() + part - 1) / part, zero);
  for (std::size_t i = 0; i < c.size(); ++i) bits[i / part] = std::max(bits[i / part], c[i].bit_length());
  return bits;
}

}  // namespace

void require_memory_for_product(const polyfork::PolyZ& a, const polyfork::PolyZ& b, polyfork::PolyFormat format,
                                const polyfork::ExecutionContext& ctx) {
  if (a.is_zero() || b.is_zero() || ctx.memory().limit() == polyfork::MemoryAccount::unlimited) return;
  const std::size_t part = (std::max(a.length(), b.length()) + parts - 1) / parts;
  const std::vector<std::size_t> first = bits_of_parts(a, part);
  const std::vector<std::size_t> second = bits_of_parts(b, part);
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
  Sizes sizes;
  for (std::size_t k = 0; k * part < length; ++k)
    sizes.add(std::min(part, length - k * part), static_cast<double>(product[k]), a, length, format);
  sizes.require(ctx);
}

void require_memory_for_shift(const polyfork::PolyZ& f, const polyfork::Integer& c, polyfork::PolyFormat format,
                              const polyfork::ExecutionContext& ctx) {
  if (f.is_zero() || c.is_zero() || ctx.memory().limit() == polyfork::MemoryAccount::unlimited) return;
  const auto n = static_cast<double>(f.degree());
  const auto longest = static_cast<double>(f.coefficients().max_bits(ctx));
  const double step = static_cast<double>(c.bit_length() - 1) + (c.bit_length() == 1 ? 0 : 1);  // log2 |c|, rounded up
  const auto bits = [&](double k) {
    const double binomial = std::lgamma(n + 2) - std::lgamma(k + 2) - std::lgamma(n - k + 1);
    return longest + binomial / std::log(2.0) + (n - k) * step;
  };
  const double peak = n / (1 + std::exp2(step));
  const std::size_t part = (f.length() + parts - 1) / parts;
  Sizes sizes;
  for (std::size_t begin = 0; begin < f.length(); begin += part) {
    const std::size_t count = std::min(part, f.length() - begin);
    const auto first = static_cast<double>(begin);
    const double last = first + static_cast<double>(count - 1);
    sizes.add(count, bits(std::clamp(peak, first, last)), f, f.length(), format);
  }
  sizes.require(ctx);
}

}  // namespace polyfork_app
