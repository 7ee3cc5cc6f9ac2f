// An infix expression as a program for a stack machine, whatever ring it is to be evaluated in.
//
// Grammar: sums of products of powers; numbers are nonnegative integers, names begin with a letter or '_'; signs stand
// before any operand and bind less than powers; '^' or '**' before a nonnegative integer; '#' begins a comment. Sums are
// one step each, so that long ones are added as trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork::inline v1 {
namespace detail {

struct InfixStep {
  enum class Kind {
    number,    ///< push the number of this text
    name,      ///< push what this name stands for
    negate,    ///< the topmost value
    sum,       ///< of the topmost `count` values
    multiply,  ///< the two topmost values
    divide,
    power  ///< the topmost value to `count`
  };
  Kind kind = Kind::number;
  std::size_t offset = 0;  ///< in the text, of the operand or the operator
  std::string_view text;
  std::uint64_t count = 0;
};

/// Linear. Throws ParseError. The steps refer to the text.
POLYFORK_EXPORT std::vector<InfixStep> infix_program(std::string_view text, const ExecutionContext& ctx);
/// A ParseError at the line and column of this byte.
[[noreturn]] POLYFORK_EXPORT void fail_infix(std::string_view text, std::size_t offset, const std::string& reason);

}  // namespace detail
}  // namespace polyfork::inline v1
