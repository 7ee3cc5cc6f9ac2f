// Images in one main variable: Euclid's algorithm at each point.
#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/gcd_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The images of a polynomial at the points of the progression, as rows of coefficients in x_0.
class ShiftedProgression {
 public:
  ShiftedProgression(const WordTerms& a, std::span<const std::uint64_t> start, std::span<const std::uint64_t> ratios,
                     const WordModulus& m, const ExecutionContext& ctx)
      : progression_(a, ratios, many_steps, m, 1, start, &ctx) {
    for (std::size_t i = 0; i < a.size(); ++i) width_ = std::max<std::size_t>(width_, a.monomial(i)[0] + 1);
  }
  std::size_t width() const noexcept { return width_; }
  std::vector<std::uint64_t> rows(std::size_t count, const ExecutionContext& ctx) {
    std::vector<std::uint64_t> rows(count * width_);
    progression_.next_rows(rows, count, ctx);
    return rows;
  }

 private:
  static constexpr std::size_t many_steps = 64;

  WordProgression<WordModulus> progression_;
  std::size_t width_ = 1;
};

class UnivariatePoints final : public GcdPoints {
 public:
  UnivariatePoints(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                   std::span<const std::uint64_t> ratios, const GcdParts& wanted, const WordModulus& m,
                   const ExecutionContext& ctx)
      : m_(m),
        ctx_(ctx),
        degree_(problem.degrees[0]),
        held_(ctx.memory(),
              (problem.a.size() + problem.b.size() + 2 * problem.lead.size()) * 5 * sizeof(std::uint64_t)) {
    fork_join(
        ctx, [&] { a_.emplace(problem.a, start, ratios, m, ctx); },
        [&] { b_.emplace(problem.b, start, ratios, m, ctx); });
    lead_.emplace(problem.lead, start, ratios, m, ctx);
    if (wanted[1] || wanted[2]) divisor_.emplace(without_common_monomial(problem.lead), start, ratios, m, ctx);
    parts_[0].wanted = wanted[0];
    parts_[0].rows = degree_;
    for (const std::size_t i : {1, 2}) {
      const std::size_t width = (i == 1 ? a_ : b_)->width();
      parts_[i].wanted = wanted[i] && width > degree_;
      parts_[i].rows = width > degree_ ? width - degree_ : 0;
    }
  }

  GcdImageStatus add(std::size_t count) override {
    std::size_t words = a_->width() + b_->width() + 1;
    for (const Part& part : parts_) words += part.wanted ? part.width() : 0;
    const MemoryReservation reservation(ctx_.memory(), 2 * count * words * sizeof(std::uint64_t));
    std::vector<std::uint64_t> u;
    std::vector<std::uint64_t> v;
    fork_join(
        ctx_, [&] { u = a_->rows(count, ctx_); }, [&] { v = b_->rows(count, ctx_); });
    const std::vector<std::uint64_t> leads = lead_->rows(count, ctx_);
    const std::vector<std::uint64_t> divisors = divisor_ ? divisor_->rows(count, ctx_) : leads;
    for (Part& part : parts_)
      if (part.wanted) part.words.resize((count_ + count) * part.width());
    std::vector<GcdImageStatus> status(count, GcdImageStatus::found);
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        status[j] = image(std::span(u).subspan(j * a_->width(), a_->width()),
                          std::span(v).subspan(j * b_->width(), b_->width()), {leads[j], divisors[j]}, count_ + j);
    });
    count_ += count;
    for (const GcdImageStatus s : status)
      if (s != GcdImageStatus::found) return s;
    return GcdImageStatus::found;
  }

 private:
  struct Leads {  // of h and of what divides the operands
    std::uint64_t h, divisor;
  };

  /// The operands at point j.
  GcdImageStatus image(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const Leads& lead, std::size_t j) {
    const auto copy = [&](std::size_t i, std::span<const std::uint64_t> operand) {
      return parts_[i].wanted ? std::vector<std::uint64_t>(operand.begin(), operand.end())
                              : std::vector<std::uint64_t>();
    };
    std::vector<std::uint64_t> a = copy(1, u);
    std::vector<std::uint64_t> b = copy(2, v);
    const std::span<std::uint64_t> g = word_gcd(u, v, m_, ctx_);
    if (lead.h == 0 || lead.divisor == 0 || g.size() > degree_ + 1 || g.empty()) return GcdImageStatus::unlucky;
    if (g.size() < degree_ + 1) return GcdImageStatus::lower_degree;
    if (parts_[0].wanted) {
      word_set_leading(g, lead.h, m_);
      std::copy_n(g.begin(), degree_, parts_[0].words.begin() + static_cast<std::ptrdiff_t>(j * degree_));
    }
    if (!parts_[1].wanted && !parts_[2].wanted) return GcdImageStatus::found;
    word_set_leading(g, lead.divisor, m_);
    for (const std::size_t i : {1, 2})
      if (Part& part = parts_[i]; part.wanted)
        word_div_rem(i == 1 ? a : b, g, std::span(part.words).subspan(j * part.width(), part.width()), m_, ctx_);
    return GcdImageStatus::found;
  }

  const WordModulus m_;
  const ExecutionContext& ctx_;
  std::size_t degree_;
  MemoryReservation held_;
  std::optional<ShiftedProgression> a_, b_, lead_, divisor_;
};

}  // namespace

std::unique_ptr<GcdPoints> univariate_gcd_points(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                                                 std::span<const std::uint64_t> ratios, const GcdParts& wanted,
                                                 const WordModulus& m, const ExecutionContext& ctx) {
  return std::make_unique<UnivariatePoints>(problem, start, ratios, wanted, m, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
