// Prepared divisors: the public functions over division_newton.cpp.
#include <polyfork/poly/division/prepared_divisor.hpp>

#include <polyfork/core/error.hpp>

#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

struct PreparedDivisor::Impl {
  ExecutionContext account;  // outlives what is charged to it
  PolyZp b;
  MemoryReservation reservation;
  WordDivisor divisor;
};

PreparedDivisor::PreparedDivisor(const PolyZp& b, std::size_t quotient_length, const ExecutionContext& ctx) {
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  MemoryReservation reservation(ctx.memory(), b.length() * sizeof(std::uint64_t));
  WordDivisor divisor(WordAlgebra(b.ring(), ctx), b.coefficients(),
                      quotient_length == 0 ? b.length() : quotient_length);
  impl_ = std::make_shared<const Impl>(Impl{ctx, b, std::move(reservation), std::move(divisor)});
}

const PolyZp& PreparedDivisor::divisor() const noexcept { return impl_->b; }

Division<PrimeField> div_rem(const PolyZp& a, const PreparedDivisor& b, const ExecutionContext& ctx) {
  const PreparedDivisor::Impl& prepared = b.impl();
  const PolyZp& named = PolyZp::check(a, prepared.b);
  if (a.length() < prepared.b.length()) return {PolyZp::make({}, named), PolyZp::make(a.coefficients(), named)};
  const MemoryReservation reservation(ctx.memory(), 2 * a.length() * sizeof(std::uint64_t));
  ResidueVector quotient(a.length() - prepared.b.length() + 1);
  ResidueVector rest(a.coefficients());
  prepared.divisor.div_rem(WordAlgebra(a.ring(), ctx), rest, quotient);
  rest.resize(word_length(Words(rest).first(prepared.b.length() - 1)));
  return {PolyZp::make(std::move(quotient), named), PolyZp::make(std::move(rest), named)};
}

PolyZp rem(const PolyZp& a, const PreparedDivisor& b, const ExecutionContext& ctx) {
  return div_rem(a, b, ctx).remainder;
}

}  // namespace v1
}  // namespace polyfork
