// Values and slopes of rows at -1, 0, 1 as sums, and at the halves by Horner's scheme, in stretches joined at the end.
#include "poly/fixed/row_sizes.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t sums_of_a_row = 4;  // passes over it, about

/// A sum of multiples of rows, two limbs longer than they are.
class RowSum {
 public:
  explicit RowSum(std::size_t limbs) : limbs_(limbs), sum_(limbs + 2) {}

  void add(const mp_limb_t* row, mp_limb_t factor) {
    const auto n = static_cast<mp_size_t>(limbs_);
    const mp_limb_t carry =
        factor == 1 ? mpn_add_n(sum_.data(), sum_.data(), row, n) : mpn_addmul_1(sum_.data(), row, n, factor);
    // A negative row stands for itself minus 2^(64 limbs).
    const mp_limb_t borrow = (row[limbs_ - 1] >> 63) != 0 ? factor : 0;
    const mp_limb_t top = sum_[limbs_];
    const mp_limb_t added = top + carry;
    sum_[limbs_] = added - borrow;
    sum_[limbs_ + 1] += mp_limb_t{added < top} - mp_limb_t{added < borrow};
  }
  RowSum& operator+=(const RowSum& other) {
    mpn_add_n(sum_.data(), sum_.data(), other.sum_.data(), static_cast<mp_size_t>(limbs_ + 2));
    return *this;
  }
  /// Bits of this + other and of this - other.
  std::pair<std::size_t, std::size_t> bits_with(const RowSum& other) const {
    const auto n = static_cast<mp_size_t>(limbs_ + 2);
    std::vector<mp_limb_t> both(sum_.size());
    mpn_add_n(both.data(), sum_.data(), other.sum_.data(), n);
    const std::size_t plus = fixed_bits(both.data(), both.size());
    mpn_sub_n(both.data(), sum_.data(), other.sum_.data(), n);
    return {plus, fixed_bits(both.data(), both.size())};
  }

 private:
  std::size_t limbs_;
  std::vector<mp_limb_t> sum_;
};

/// The rows' sum and that of index times row, for even and for odd indices. Sum and difference of the two are the
/// values and slopes at 1 and -1.
struct EndSums {
  explicit EndSums(std::size_t limbs) : values{RowSum(limbs), RowSum(limbs)}, slopes{RowSum(limbs), RowSum(limbs)} {}

  void add(const FixedRows& r, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      values[i % 2].add(r.row(i), 1);
      if (i != 0) slopes[i % 2].add(r.row(i), i);
    }
  }
  EndSums& operator+=(const EndSums& other) {
    for (int p = 0; p < 2; ++p) {
      values[p] += other.values[p];
      slopes[p] += other.slopes[p];
    }
    return *this;
  }

  RowSum values[2];
  RowSum slopes[2];
};

/// Bits of max(|q(t)|, |q'(t)| / rows).
std::size_t size_of(std::size_t value_bits, std::size_t slope_bits, std::size_t rows) {
  return std::max(value_bits, slope_bits - std::min(slope_bits, static_cast<std::size_t>(std::bit_width(rows))));
}

/// v = v / 2^bits, rounded down.
void shift_down(std::vector<mp_limb_t>& v, std::size_t bits) {
  const mp_limb_t fill = (v.back() >> 63) != 0 ? ~mp_limb_t{0} : 0;
  const std::size_t whole = std::min(bits / 64, v.size());
  std::copy(v.begin() + static_cast<std::ptrdiff_t>(whole), v.end(), v.begin());
  std::fill(v.end() - static_cast<std::ptrdiff_t>(whole), v.end(), fill);
  const unsigned rest = bits % 64;
  if (rest == 0) return;
  mpn_rshift(v.data(), v.data(), static_cast<mp_size_t>(v.size()), rest);
  v.back() |= fill << (64 - rest);
}

/// q(t) and t q'(t) at t = 1/2 or -1/2, of a stretch of rows that counts from zero.
struct HalfSums {
  std::size_t rows;
  bool negative;
  std::vector<mp_limb_t> value;
  std::vector<mp_limb_t> slope;

  HalfSums(const FixedRows& r, std::size_t begin, std::size_t end, bool at_minus_half)
      : rows(end - begin), negative(at_minus_half), value(r.limbs() + 1), slope(r.limbs() + 1) {
    const auto n = static_cast<mp_size_t>(value.size());
    for (std::size_t i = end; i-- > begin;) {
      for (auto* v : {&slope, &value}) {
        shift_down(*v, 1);
        if (negative) mpn_neg(v->data(), v->data(), n);
      }
      mpn_add_n(slope.data(), slope.data(), value.data(), n);
      const mp_limb_t carry = mpn_add_n(value.data(), value.data(), r.row(i), n - 1);
      value.back() += carry - (r.is_negative(i) ? 1 : 0);
    }
  }
  /// The stretch above: q = low + t^m high, so t q' = t low' + t^m (m high + t high').
  HalfSums& operator+=(HalfSums high) {
    const auto n = static_cast<mp_size_t>(value.size());
    mpn_addmul_1(high.slope.data(), high.value.data(), n, rows);
    for (auto* v : {&high.slope, &high.value}) shift_down(*v, rows);
    const bool is_odd = rows % 2 != 0;
    for (auto [to, from] : {std::pair{&value, &high.value}, std::pair{&slope, &high.slope}}) {
      if (negative && is_odd)
        mpn_sub_n(to->data(), to->data(), from->data(), n);
      else
        mpn_add_n(to->data(), to->data(), from->data(), n);
    }
    rows += high.rows;
    return *this;
  }
};

}  // namespace

std::array<std::size_t, 3> sizes_of(const FixedRows& r, const ExecutionContext& ctx) {
  const EndSums sums = parallel_reduce(
      ctx, r.rows(), rows_of_a_task(sums_of_a_row * r.limbs()), EndSums(r.limbs()),
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        EndSums part(r.limbs());
        part.add(r, begin, end);
        return part;
      },
      [](EndSums&& left, EndSums&& right) {
        left += right;
        return std::move(left);
      });
  const auto [value_above, value_below] = sums.values[0].bits_with(sums.values[1]);
  const auto [slope_above, slope_below] = sums.slopes[0].bits_with(sums.slopes[1]);
  const std::size_t slope_at_zero = r.rows() > 1 ? fixed_bits(r.row(1), r.limbs()) : 0;
  return {size_of(value_below, slope_below, r.rows()),
          size_of(fixed_bits(r.row(0), r.limbs()), slope_at_zero, r.rows()),
          size_of(value_above, slope_above, r.rows())};
}

std::size_t size_at_half(const FixedRows& r, bool negative, const ExecutionContext& ctx) {
  const HalfSums sums = parallel_reduce(
      ctx, r.rows(), rows_of_a_task(sums_of_a_row * r.limbs()), HalfSums(r, 0, 0, negative),
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        return HalfSums(r, begin, end, negative);
      },
      [](HalfSums&& low, HalfSums&& high) {
        low += std::move(high);
        return std::move(low);
      });
  return size_of(fixed_bits(sums.value.data(), sums.value.size()), fixed_bits(sums.slope.data(), sums.slope.size()),
                 r.rows());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
