// GMP as the floor of reading: a scan for the coefficients and mpz_set_str on each. It checks nothing.
#include <gmp.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "compare/problem.hpp"

namespace polyfork_bench {
namespace {

/// Calls f(begin, end) on every coefficient's digits with sign, in the order of the text.
template <class F>
void for_each_coefficient(const std::string& text, TextFormat format, F&& f) {
  const char* at = text.data();
  const char* end = at + text.size();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (format == TextFormat::flint) at = std::find(at, end, ' ');  // past the length
  while (true) {
    at = std::find_if(at, end, [&](char c) { return is_digit(c) || c == '-'; });
    if (at == end) return;
    bool negative = *at == '-';
    if (negative) at = std::find_if(at + 1, end, is_digit);
    const char* stop = std::find_if_not(at, end, is_digit);
    f(negative, at, stop);
    at = stop;
    if (format == TextFormat::infix && at != end && *at == '*')  // "*x^EXPONENT"
      at = std::find(at, end, ' ');
  }
}

class Reading : public Workload {
 public:
  explicit Reading(const Problem& problem) : format_(problem.format), text_(problem.text) {
    for_each_coefficient(text_, format_, [&](bool, const char* begin, const char* end) {
      ++coefficients_;
      longest_ = std::max(longest_, static_cast<std::size_t>(end - begin));
    });
    values_ = std::make_unique<__mpz_struct[]>(coefficients_);
  }
  ~Reading() override { clear(); }
  void run() override {
    clear();
    std::string digits;
    digits.reserve(longest_ + 1);
    for_each_coefficient(text_, format_, [&](bool negative, const char* begin, const char* end) {
      digits.assign(begin, end);
      mpz_init_set_str(&values_[made_], digits.c_str(), 10);
      if (negative) mpz_neg(&values_[made_], &values_[made_]);
      ++made_;
    });
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    const bool descending = format_ == TextFormat::infix;
    for (std::size_t i = 0; i < made_; ++i) {
      mpz_srcptr z = &values_[descending ? made_ - 1 - i : i];
      hash.add(reinterpret_cast<const std::uint64_t*>(mpz_limbs_read(z)),
               mpz_sgn(z) * static_cast<std::int64_t>(mpz_size(z)));
    }
    return hash.value();
  }

 private:
  void clear() {
    for (; made_ > 0; --made_) mpz_clear(&values_[made_ - 1]);
  }
  TextFormat format_;
  std::string text_;
  std::size_t coefficients_ = 0, longest_ = 0, made_ = 0;
  std::unique_ptr<__mpz_struct[]> values_;
};

std::unique_ptr<Workload> make(const Peer&, const Problem& problem, int) {
  return problem.operation == Operation::parse ? std::make_unique<Reading>(problem) : nullptr;
}

}  // namespace

Peer gmp_peer() { return {"gmp", gmp_version, make, ""}; }

}  // namespace polyfork_bench
