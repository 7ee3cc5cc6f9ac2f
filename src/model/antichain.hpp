// The heaviest antichain of a program's thread-block graph.
#pragma once

#include <polyfork/model/program.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// K: most thread blocks of which none waits for another.
Rational heaviest_antichain(const Program& program);

}  // namespace model
}  // namespace v1
}  // namespace polyfork
