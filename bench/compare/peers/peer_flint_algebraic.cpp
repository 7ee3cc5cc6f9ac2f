// FLINT's qqbar, which came with version 3.0. It computes all complex roots; the real ones are taken out.
#include "compare/peers/peer_flint.hpp"

#if __has_include(<flint/qqbar.h>)
#include <flint/arb.h>
#include <flint/qqbar.h>

#include <algorithm>
#include <string>
#include <vector>
#endif

namespace polyfork_bench {

#if __has_include(<flint/qqbar.h>)
namespace {

struct Number {
  qqbar_t x;
  Number() { qqbar_init(x); }
  ~Number() { qqbar_clear(x); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;

  void add_to(Fingerprint& hash) const {
    Number scaled;
    fmpz_t floor;
    fmpz_init(floor);
    qqbar_mul_2exp_si(scaled.x, x, 64);
    qqbar_floor(floor, scaled.x);
    flint_add(hash, floor);
    fmpz_clear(floor);
  }
  /// So many correct digits after the point, up to one unit of the last.
  std::string decimal(std::size_t digits) const {
    const auto bits = static_cast<slong>(static_cast<double>(digits) * 3.3219280949 + 16);
    arb_t ball;
    arb_init(ball);
    qqbar_get_arb(ball, x, bits);
    char* text = arb_get_str(ball, static_cast<slong>(digits) + 1, ARB_STR_NO_RADIUS);
    std::string result = text;
    flint_free(text);
    arb_clear(ball);
    return result.substr(0, result.find('.') + 1 + digits);
  }
};

using Numbers = std::vector<std::unique_ptr<Number>>;

/// Ascending.
Numbers real_roots(const FlintPoly& f) {
  const slong n = fmpz_poly_degree(f.p);
  const qqbar_ptr all = _qqbar_vec_init(n);
  qqbar_roots_fmpz_poly(all, f.p, 0);
  Numbers roots;
  for (slong i = 0; i < n; ++i) {
    if (!qqbar_is_real(all + i)) continue;
    roots.push_back(std::make_unique<Number>());
    qqbar_swap(roots.back()->x, all + i);
  }
  _qqbar_vec_clear(all, n);
  std::sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return qqbar_cmp_re(a->x, b->x) < 0; });
  return roots;
}

class Algebraic : public Workload {
 public:
  explicit Algebraic(const Problem& problem) : operation_(problem.operation), digits_(problem.digits) {
    f_.set(problem.a);
    if (problem.b.size() <= 1) return;
    FlintPoly g;
    g.set(problem.b);
    a_.swap(real_roots(f_)[problem.first_root]);
    b_.swap(real_roots(g)[problem.second_root]);
  }

  void run() override {
    switch (operation_) {
      case Operation::algebraic_roots:
        roots_ = real_roots(f_);
        return;
      case Operation::algebraic_digits:
        texts_.clear();
        for (const auto& root : real_roots(f_)) texts_.push_back(root->decimal(digits_));
        return;
      case Operation::algebraic_order:
        order_ = qqbar_cmp_re(a_->x, b_->x);
        return;
      case Operation::algebraic_returns:
        qqbar_add(result_.x, a_->x, b_->x);
        qqbar_sub(result_.x, result_.x, b_->x);
        order_ = qqbar_equal(result_.x, a_->x) != 0 ? 0 : qqbar_cmp_re(result_.x, a_->x);
        return;
      case Operation::algebraic_sum:
        return qqbar_add(result_.x, a_->x, b_->x);
      case Operation::algebraic_difference:
        return qqbar_sub(result_.x, a_->x, b_->x);
      default:
        return qqbar_mul(result_.x, a_->x, b_->x);
    }
  }

  std::uint64_t fingerprint() override {
    Fingerprint hash;
    switch (operation_) {
      case Operation::algebraic_roots:
        for (const auto& root : roots_) root->add_to(hash);
        break;
      case Operation::algebraic_digits:
        for (const std::string& text : texts_)
          for (const char c : text.substr(0, text.size() - 3)) hash.word(static_cast<std::uint64_t>(c));
        break;
      case Operation::algebraic_order:
      case Operation::algebraic_returns:
        return static_cast<std::uint64_t>(order_);
      default:
        result_.add_to(hash);
    }
    return hash.value();
  }

 private:
  Operation operation_;
  std::size_t digits_;
  FlintPoly f_;
  std::unique_ptr<Number> a_, b_;
  Number result_;
  Numbers roots_;
  std::vector<std::string> texts_;
  int order_ = 0;
};

}  // namespace

std::unique_ptr<Workload> flint_algebraic(const Problem& problem) { return std::make_unique<Algebraic>(problem); }
#else
std::unique_ptr<Workload> flint_algebraic(const Problem&) { return nullptr; }
#endif

}  // namespace polyfork_bench
