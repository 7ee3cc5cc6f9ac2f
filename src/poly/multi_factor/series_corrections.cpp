// The matrix of changes modulo a word.
#include "poly/multi_factor/series_corrections.hpp"

#include <algorithm>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// x a mod u, a of as many coefficients as u has degrees.
void multiply_by_x(FieldPoly& a, const FieldPoly& u, std::uint64_t inverse_of_lead, const WordModulus& p) {
  const std::uint64_t factor = p.neg(p.mul(a.back(), inverse_of_lead));
  std::move_backward(a.begin(), a.end() - 1, a.end());
  a.front() = 0;
  if (factor == 0) return;
  const std::uint64_t shoup = p.shoup(factor);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = p.add(a[i], p.mul_shoup(u[i], factor, shoup));
}

}  // namespace

void SeriesCorrections<WordModulus>::prepare(std::size_t width) {
  count_ = 0;
  for (const FieldPoly& base : stepwise_.bases()) count_ += base.size() - 1;
  stride_ = (count_ + SumKernel::padding - 1) / SumKernel::padding * SumKernel::padding;
  if (saturating_mul(width, stride_) > most_words) return;
  const WordModulus& p = modulus_.modulus;
  rows_.assign(width * stride_, 0);
  std::size_t begin = 0;
  for (std::size_t s = 0; s < stepwise_.bases().size(); ++s) {
    const FieldPoly& base = stepwise_.bases()[s];
    const std::uint64_t inverse_of_lead = p.inverse(base.back());
    FieldPoly power = stepwise_.inverses()[s];
    power.resize(base.size() - 1);
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t x = 0; x < power.size(); ++x) rows_[i * stride_ + begin + x] = modulus_.with_r(power[x]);
      multiply_by_x(power, base, inverse_of_lead, p);
    }
    begin += power.size();
  }
}

FieldPoly SeriesCorrections<WordModulus>::operator()(FieldSpan error) const {
  if (rows_.empty()) return stepwise_(error);
  FieldPoly changes(count_);
  kernel_->combine(modulus_, error.data(), error.size(), rows_.data(), stride_, changes.data(), count_);
  return changes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
