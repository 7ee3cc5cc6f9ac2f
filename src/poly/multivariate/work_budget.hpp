// How much work an attempt may take before another way is chosen.
#pragma once

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Thrown within the library when more would be spent than another way costs, or a way cannot go on.
struct WorkSpent {};

/// What operations are predicted to take, in nanoseconds.
class WorkBudget {
 public:
  explicit WorkBudget(double limit) : left_(limit) {}
  /// Throws WorkSpent.
  void spend(double work) {
    left_ -= work;
    if (left_ < 0) throw WorkSpent{};
  }
  /// Throws WorkSpent when there is less left than work to come is predicted to take.
  void expect(double work) const {
    if (left_ < work) throw WorkSpent{};
  }

 private:
  double left_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
