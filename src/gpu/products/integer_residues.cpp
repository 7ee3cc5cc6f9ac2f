// Residues of integers that lie on a device, and of their product.
#include "gpu/products/integer_residues.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Field>
IntegerProductOf<Field>::IntegerProductOf(DeviceJob& job, std::span<const std::uint64_t> primes, std::size_t limbs,
                                          std::size_t length)
    : job_(job),
      primes_(primes.size()),
      length_(length),
      transform_(TransformPlan::for_words(length)),
      basis_(basis_tables<Field>(job, primes, limbs)),
      tables_(transform_tables<Field>(job, "basis primes", primes, transform_.log_length())) {}

template <class Field>
void IntegerProductOf<Field>::residues(const DeviceIntegerRows& rows, std::size_t first, std::size_t count,
                                       Value* to) const {
  basis().to_residues(job_.backend(), rows, first, count, {to, pitch(), rows.rows});
}

template <class Field>
void IntegerProductOf<Field>::multiply(std::size_t begin, std::size_t count, Value* first, std::size_t length_a,
                                       Value* second, std::size_t length_b) const {
  const DeviceNttOf<Field> ntt(job_.backend(), tables_->primes.part(begin, count), transform_);
  Value* const x = first + begin * pitch();
  ntt.multiply({x, pitch(), length_a}, {second, pitch(), length_b}, {x, pitch(), pitch()}, {second, pitch(), pitch()},
               {x, pitch(), length_}, static_cast<unsigned>(count));
}

template <class Field>
void IntegerProductOf<Field>::multiply(Value* first, std::size_t length_a, Value* second, std::size_t length_b) const {
  multiply(0, primes_, first, length_a, second, length_b);
}

template <class Field>
void IntegerProductOf<Field>::multiply(Value* first, std::size_t length_a, const DeviceIntegerRows& b,
                                       std::size_t together) const {
  together = job_.part_of(std::min(together, primes_));
  const DeviceArray<Value> second(job_.pool(), together * pitch());
  for (std::size_t begin = 0; begin < primes_; begin += together) {
    const std::size_t count = std::min(together, primes_ - begin);
    residues(b, begin, count, second.get());
    multiply(begin, count, first, length_a, second.get(), b.rows);
  }
}

template <class Field>
void IntegerProductOf<Field>::square(Value* first, std::size_t length_a) const {
  ntt().square({first, pitch(), length_a}, {first, pitch(), pitch()}, {first, pitch(), length_},
               static_cast<unsigned>(primes_));
}

template <class Field>
void IntegerProductOf<Field>::prepare(Value* residues, std::size_t length_b) const {
  ntt().forward({residues, pitch(), length_b}, {residues, pitch(), pitch()}, static_cast<unsigned>(primes_));
}

template <class Field>
void IntegerProductOf<Field>::multiply_prepared(Value* first, std::size_t length_a, const Value* values) const {
  ntt().multiply_prepared({first, pitch(), length_a}, {values, pitch(), pitch()}, {first, pitch(), pitch()},
                          {first, pitch(), length_}, static_cast<unsigned>(primes_));
}

template class IntegerProductOf<F50>;
template class IntegerProductOf<F31>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
