// Work, span and burdened span by series-parallel composition. In series all three add up; at a join the work adds,
// the spans take the larger branch, and the burdened span takes the larger burdened branch plus one burden. Cost: a
// constant per fork. Literature: He, Leiserson, Leiserson, SPAA 2010.
#include <polyfork/core/profile.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace polyfork {
inline namespace v1 {

namespace {

std::int64_t now_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void add_strand(Profile::Totals& totals, double amount) noexcept {
  totals.work += amount;
  totals.span += amount;
  totals.burdened_span += amount;
}

void add_join(Profile::Totals& totals, const Profile::Totals& left, const Profile::Totals& right,
              double burden) noexcept {
  totals.work += left.work + right.work;
  totals.span += std::max(left.span, right.span);
  totals.burdened_span += std::max(left.burdened_span, right.burdened_span) + burden;
  totals.forks += left.forks + right.forks + 1;
  std::uint64_t path = left.path_forks;
  if (right.span > left.span) path = right.path_forks;
  if (right.span == left.span) path = std::max(path, right.path_forks);
  totals.path_forks += path + 1;
}

}  // namespace

SpeedupBounds ProfileSummary::speedup(int processors) const noexcept {
  const double p = std::max(processors, 1);
  if (work <= 0) return {1, 1};
  const double slowest = work / p + 1.7 * (1 - 1 / p) * burdened_span;
  return {work / slowest, std::min(p, parallelism())};
}

std::string ProfileSummary::to_text() const {
  std::array<char, 160> line{};
  std::string text;
  const char* unit = charged ? "operations" : "ns";
  const auto add = [&](const char* name, double value, int digits, const char* suffix) {
    std::snprintf(line.data(), line.size(), "%-24s %20.*f %s", name, digits, value, suffix);
    text += line.data();
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  };
  add("work", work, 0, unit);
  add("span", span, 0, unit);
  add("burdened span", burdened_span, 0, unit);
  add("parallelism", parallelism(), 2, "");
  add("burdened parallelism", burdened_parallelism(), 2, "");
  add("forks", static_cast<double>(forks), 0, "");
  add("forks on critical path", static_cast<double>(forks_on_critical_path), 0, "");
  for (int p = 2; p <= 128; p *= 2) {
    const SpeedupBounds bounds = speedup(p);
    std::snprintf(line.data(), line.size(), "speed-up on %3d processors: %.2f - %.2f\n", p, bounds.lower, bounds.upper);
    text += line.data();
  }
  return text;
}

Profile::Profile(double burden) noexcept : burden_(burden), strand_start_ns_(now_ns()) {}

void Profile::reset() noexcept {
  current_ = Frame();
  strand_start_ns_ = now_ns();
}

ProfileSummary Profile::summary() const {
  Profile settled(*this);
  settled.settle_time();
  const bool charged = settled.current_.charged.work > 0;
  const Totals& totals = charged ? settled.current_.charged : settled.current_.timed;
  return {totals.work, totals.span, totals.burdened_span, totals.forks, totals.path_forks, charged};
}

void Profile::charge(std::uint64_t operations) noexcept {
  add_strand(current_.charged, static_cast<double>(operations));
}

void Profile::settle_time() noexcept {
  const std::int64_t now = now_ns();
  add_strand(current_.timed, static_cast<double>(now - strand_start_ns_));
  strand_start_ns_ = now;
}

Profile::Frame Profile::begin_branch() noexcept {
  settle_time();
  const Frame caller = current_;
  current_ = Frame();
  return caller;
}

Profile::Frame Profile::end_branch(const Frame& caller) noexcept {
  settle_time();
  const Frame branch = current_;
  current_ = caller;
  return branch;
}

void Profile::join(const Frame& left, const Frame& right) noexcept {
  settle_time();
  add_join(current_.charged, left.charged, right.charged, burden_);
  add_join(current_.timed, left.timed, right.timed, burden_);
}

}  // namespace v1
}  // namespace polyfork
