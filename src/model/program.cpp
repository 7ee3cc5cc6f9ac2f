// Building programs of the many-core model.
#include <polyfork/model/program.hpp>

#include <utility>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

Rational Kernel::overhead(const Rational& transfer_cycles) const {
  return (words + threads * scattered_words) * transfer_cycles;
}

std::size_t Program::add(Kernel kernel, std::vector<std::size_t> after) {
  const std::size_t number = kernels_.size();
  for (const Rational* figure : {&kernel.blocks, &kernel.threads, &kernel.work, &kernel.span, &kernel.words,
                                 &kernel.scattered_words, &kernel.host_words})
    if (figure->sign() < 0) throw DomainError("kernel '" + kernel.name + "' has a negative figure");
  if (kernel.launches == 0) throw DomainError("kernel '" + kernel.name + "' has no launch");
  bool after_last = number == 0;
  for (const std::size_t other : after) {
    if (other >= number) throw DomainError("kernel '" + kernel.name + "' waits for one that is not in the program");
    after_last |= other + 1 == number;
  }
  chain_ &= after_last;
  kernels_.push_back(std::move(kernel));
  after_.push_back(std::move(after));
  return number;
}

std::size_t Program::append(Kernel kernel) {
  return add(std::move(kernel), kernels_.empty() ? std::vector<std::size_t>{} : std::vector{kernels_.size() - 1});
}

void Program::append(const Program& program) {
  const std::size_t offset = kernels_.size(), end = program.size();
  for (std::size_t i = 0; i < end; ++i) {
    std::vector<std::size_t> after = program.after_[i];
    for (std::size_t& other : after) other += offset;
    if (after.empty() && offset != 0) after.push_back(offset - 1);
    add(program.kernels_[i], std::move(after));
  }
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
