// (c0 + c1 x)^n = sum of C(n, k) c0^(n - k) c1^k x^k, coefficient by coefficient, in one of three ways.
//
// Everything up to pairs of words in these. By products: the powers of c1 times the binomial coefficients are written
// from below, each from the one before; then the powers of c0 are multiplied to them from above: a product of the two
// powers for each coefficient, no division but that of the binomial coefficient. By quotients: a coefficient is the one
// before times (n - k + 1) c1, divided by k c0, exactly; faster where n is so large that the powers are long beside c0
// and c1. Memory: as much as the result, and three rows.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/exact_rows.hpp"
#include "poly/dense/short_power.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_word_binomials = 62;                 // C(n, k) (n - k) is a word up to this n
constexpr std::size_t most_limbs_of_rows = std::size_t{1} << 17;  // 1 MiB

/// Coefficients that are words, or pairs of them, all partial products too. Precondition: (|c0| + |c1|)^n is below 2^63
/// or 2^127.
template <class Word>
void binomial_words(IntegerVector& out, std::int64_t c0, std::int64_t c1, std::uint64_t n,
                    const ExecutionContext& ctx) {
  Word words[IntegerVector::stripe_rows];
  mp_limb_t binomial = 1;
  Word power = 1;
  words[0] = 1;
  for (std::uint64_t k = 1; k <= n; ++k) {
    binomial = binomial * (n - k + 1) / k;
    power *= c1;
    words[k] = power * static_cast<std::int64_t>(binomial);
  }
  power = 1;
  for (std::uint64_t k = n; k-- != 0;) {
    power *= c0;
    words[k] *= power;
  }
  write_words(out, words, n + 1, ctx);
}

/// A number in a buffer that its products with others are not written to, but to a second one.
struct GrowingNumber {
  mp_limb_t* limbs;
  std::size_t size;

  /// This number times b, in `spare`, which changes places with the buffer; one limb of b is multiplied in place.
  void multiply(const mp_limb_t* b, std::size_t n, mp_limb_t*& spare) noexcept {
    if (n == 1) {
      if (b[0] == 1) return;
      const mp_limb_t carry = mpn_mul_1(limbs, limbs, static_cast<mp_size_t>(size), b[0]);
      if (carry != 0) limbs[size++] = carry;
      return;
    }
    set_product(spare, limbs, size, b, n);
    std::swap(limbs, spare);
    size += n;
    if (limbs[size - 1] == 0) --size;
  }
  /// to = a b, a limb more than the product may have.
  static void set_product(mp_limb_t* to, const mp_limb_t* a, std::size_t na, const mp_limb_t* b,
                          std::size_t nb) noexcept {
    mul_short_limbs(to, a, na, b, nb);
  }
};

/// The binomial coefficients C(n, 0), C(n, 1), ...
class Binomials {
 public:
  /// `limbs`: room for 2^n and a word.
  Binomials(std::uint64_t n, mp_limb_t* limbs) noexcept : n_(n), number_{limbs, 1} { limbs[0] = 1; }
  const GrowingNumber& next() noexcept {
    ++k_;
    const mp_limb_t factor = n_ - k_ + 1;
    if (n_ <= most_word_binomials) {
      number_.limbs[0] = number_.limbs[0] * factor / k_;
      return number_;
    }
    mp_limb_t* unused = nullptr;
    number_.multiply(&factor, 1, unused);
    mpn_divexact_1(number_.limbs, number_.limbs, static_cast<mp_size_t>(number_.size), k_);
    number_.size = strip(number_.limbs, number_.size);
    return number_;
  }

 private:
  std::uint64_t n_;
  std::uint64_t k_ = 0;
  GrowingNumber number_;
};

/// The coefficients of (c0 + c1 x)^n as rows of scratch memory, magnitudes at first.
class TwoTerms {
 public:
  /// width: limbs of the longest coefficient times a word and c1.
  TwoTerms(const IntegerVector& a, std::uint64_t n, std::size_t width, const ExecutionContext& ctx)
      : low_(a[0]), high_(a[1]), n_(n), ctx_(ctx), rows_(frame_.allocate<GrowingNumber>(n + 1)) {
    mp_limb_t* memory = frame_.allocate<mp_limb_t>((n + spare_rows) * width).data();
    for (GrowingNumber& row : rows_) row = {std::exchange(memory, memory + width), 1};
    spare_ = std::exchange(memory, memory + width);
    other_ = std::exchange(memory, memory + width);
    third_ = memory;
  }
  static std::size_t bytes(std::uint64_t n, std::size_t width) noexcept {
    return (n + 1) * sizeof(GrowingNumber) + (n + spare_rows) * width * sizeof(mp_limb_t);
  }

  void by_products() {
    Binomials binomials(n_, other_);
    GrowingNumber power{third_, 1};
    rows_[0].limbs[0] = power.limbs[0] = 1;
    for (std::size_t k = 1; k <= n_; ++k) {
      ctx_.poll();
      power.multiply(high_.limbs().data(), high_.limbs().size(), spare_);
      const GrowingNumber& binomial = binomials.next();
      GrowingNumber::set_product(rows_[k].limbs, power.limbs, power.size, binomial.limbs, binomial.size);
      rows_[k].size = power.size + binomial.size;
      rows_[k].size -= rows_[k].limbs[rows_[k].size - 1] == 0 ? 1 : 0;
    }
    power.size = 1;
    power.limbs[0] = 1;
    for (std::size_t k = n_; k-- != 0;) {
      ctx_.poll();
      power.multiply(low_.limbs().data(), low_.limbs().size(), spare_);
      rows_[k].multiply(power.limbs, power.size, spare_);
      ctx_.charge(rows_[k].size);
    }
  }

  void by_quotients() {
    GrowingNumber& first = rows_[0];
    first.limbs[0] = 1;
    for (std::uint64_t k = 0; k < n_; ++k) first.multiply(low_.limbs().data(), low_.limbs().size(), spare_);
    const std::size_t m = low_.limbs().size();
    for (std::size_t k = 1; k <= n_; ++k) {
      ctx_.poll();
      const mp_limb_t common = std::gcd(n_ - k + 1, k);
      const mp_limb_t factor = (n_ - k + 1) / common;
      GrowingNumber product{third_, 0};
      const GrowingNumber& before = rows_[k - 1];
      GrowingNumber::set_product(third_, before.limbs, before.size, high_.limbs().data(), high_.limbs().size());
      product.size = before.size + high_.limbs().size();
      product.size -= third_[product.size - 1] == 0 ? 1 : 0;
      product.multiply(&factor, 1, spare_);
      other_[m] = mpn_mul_1(other_, low_.limbs().data(), static_cast<mp_size_t>(m), k / common);
      rows_[k].size = exact_quotient(rows_[k].limbs, product.limbs, product.size, other_, m + (other_[m] != 0 ? 1 : 0));
      ctx_.charge(rows_[k].size);
    }
  }

  void write(IntegerVector& out) const {
    const bool alternates = (low_.sign() < 0) != (high_.sign() < 0);
    const bool first_negative = low_.sign() < 0 && (n_ & 1) != 0;
    const auto at = [&](std::size_t k) {
      const bool negative = first_negative != (alternates && (k & 1) != 0);
      return IntegerView(rows_[k].limbs, signed_size(rows_[k].size, negative));
    };
    write_views(out, rows_.size(), at, ctx_);
  }

 private:
  static constexpr std::size_t spare_rows = 4;  // beside one for each x^k with k > 0

  Workspace::Frame frame_;
  IntegerView low_;
  IntegerView high_;
  std::uint64_t n_;
  const ExecutionContext& ctx_;
  std::span<GrowingNumber> rows_;
  mp_limb_t* spare_;
  mp_limb_t* other_;
  mp_limb_t* third_;
};

/// Whether the products of the powers are predicted to take less than the products by c1 and the quotients by k c0.
/// Figures are nanoseconds, fitted for 30 to 1024 bits and n up to 100.
bool products_are_faster(std::size_t bits0, std::size_t bits1, std::uint64_t n) noexcept {
  constexpr double share_of_middle = 0.9;  // of the product of two equal powers, over all coefficients
  constexpr double products_call = 52;     // for a coefficient's four products beside the limbs
  constexpr double division_call = 60;     // for its divisor and division
  constexpr double word_quotient_limb = 2.8;
  constexpr double quotient_limb = 3.5;  // beside the products with the divisor's limbs
  constexpr double called_quotient_limb = 8;
  const MachineCosts& c = machine_costs();
  const std::size_t half0 = limbs_for_bits(bits0 * n / 2);
  const std::size_t half1 = limbs_for_bits(bits1 * n / 2);
  const auto limbs0 = static_cast<double>(limbs_for_bits(bits0));
  const auto limbs1 = static_cast<double>(limbs_for_bits(bits1));
  const double powers = static_cast<double>(half0) * limbs0 + static_cast<double>(half1) * (limbs1 + 1);
  const double products = c.limb_product * (share_of_middle * gmp_mul_units(half0, half1) + powers);
  const std::size_t divisor = limbs_for_bits(bits0 + static_cast<std::size_t>(std::bit_width(n)));
  double quotient = c.limb_product * static_cast<double>(divisor);
  quotient += divisor > few_divisor_limbs ? called_quotient_limb : quotient_limb;
  if (divisor == 1) quotient = word_quotient_limb;
  const auto length = static_cast<double>(limbs_for_bits((bits0 + bits1) / 2 * n));
  return products_call + products <= division_call + length * (quotient + c.limb_product * (limbs1 + 1));
}

}  // namespace

bool binomial_power(IntegerVector& out, const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  const std::size_t bits0 = a[0].bit_length();
  const std::size_t bits1 = a[1].bit_length();
  const std::size_t longest = std::max(bits0, bits1);
  const std::size_t bits = saturating_mul(longest + 1, n);
  const std::size_t width = limbs_for_bits(bits) + limbs_for_bits(bits1) + 2;
  if (bits0 == 0 || saturating_mul(width, n) > most_limbs_of_rows) return false;
  if (ctx.stop_requested()) ctx.poll();
  if (bits <= 127 && longest <= 63 && n <= most_word_binomials) {
    ctx.charge(n);
    const std::int64_t c0 = signed_word(a[0].limbs()[0], a[0].signed_size());
    const std::int64_t c1 = signed_word(a[1].limbs()[0], a[1].signed_size());
    bits <= 63 ? binomial_words<std::int64_t>(out, c0, c1, n, ctx) : binomial_words<SignedPair>(out, c0, c1, n, ctx);
    return true;
  }
  const MemoryReservation held = reserve_unless_short(ctx, TwoTerms::bytes(n, width));
  TwoTerms power(a, n, width, ctx);
  products_are_faster(bits0, bits1, n) ? power.by_products() : power.by_quotients();
  power.write(out);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
