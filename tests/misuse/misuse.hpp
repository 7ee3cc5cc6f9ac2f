// Programs of random calls, most of them wrong: operands over different rings and in different variables, elements that
// are none, objects that were moved from, operands that are the result, indices and exponents out of range.
//
// A program has a pool of objects and makes calls on them. What must hold: nothing but exceptions derived from Error
// comes out; objects are as they were before a call that threw, but for one that the call was to change; objects stay
// in their normal form. Every program has a generator of its own, so that its number in a failure finds it again.
// POLYFORK_MISUSE_PROGRAMS is the number of programs of each list of calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>

#include "address_space.hpp"
#include "random.hpp"

namespace polyfork::test {

inline std::uint64_t misuse_programs(std::uint64_t otherwise = 60) {
  const char* text = std::getenv("POLYFORK_MISUSE_PROGRAMS");
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// The context of calls that take one. Never destroyed: programs run at exit, too.
inline const ExecutionContext& narrow_context() {
  static const ExecutionContext& ctx =
      *new ExecutionContext(ExecutionContext().with_threads(1).with_memory_limit(std::size_t{32} << 20));
  return ctx;
}

/// The objects of a program.
template <class P>
struct Pool {
  std::vector<P> objects;
  Random& random;
  P* changing = nullptr;  ///< what the call changes: it has some value when the call throws

  P& any() { return objects[random.below(objects.size())]; }
  P& target() {
    changing = &any();
    return *changing;
  }
  void put(P value) { any() = std::move(value); }
  /// Small ones, and some at the edges of machine words that no list of coefficients reaches.
  std::uint64_t exponent() {
#if defined(__SANITIZE_ADDRESS__)  // ends the process where operator new throws
    constexpr std::uint64_t fails = std::uint64_t{1} << 62;
#else
    constexpr std::uint64_t fails = std::uint64_t{1} << 40;
#endif
    constexpr std::uint64_t huge[] = {fails, (std::uint64_t{1} << 62) + 1, ~std::uint64_t{0} >> 1, ~std::uint64_t{0}};
    return random.below(4) == 0 ? huge[random.below(4)] : random.below(6);
  }
  std::int64_t small() { return static_cast<std::int64_t>(random.below(21)) - 10; }
};

template <class P>
struct Call {
  const char* name;
  void (*run)(Pool<P>& pool);
};

/// Never destroyed: programs run at exit, too.
inline const AddressSpaceCap* address_space_of_programs = nullptr;

/// Domain: `using Object`, `static Object draw(Random&)`, `static const std::vector<Call<Object>>& calls()`,
/// `static bool is_large(const Object&)`, `static std::string flaw(const Object&)`, empty for objects in normal form.
/// Returns what went wrong first, empty when nothing did.
template <class Domain>
std::string run_misuse(std::uint64_t stream, std::uint64_t programs) {
  using Object = typename Domain::Object;
  constexpr int calls_of_a_program = 12;
  if (address_space_of_programs == nullptr) address_space_of_programs = new AddressSpaceCap(std::size_t{4} << 30);
  const auto& calls = Domain::calls();
  for (std::uint64_t program = 0; program < programs; ++program) {
    Random random(stream << 32 | program);
    Pool<Object> pool{{}, random};
    for (int i = 0; i < 5; ++i) pool.objects.push_back(Domain::draw(random));
    for (int step = 0; step < calls_of_a_program; ++step) {
      const Call<Object>& call = calls[random.below(calls.size())];
      const std::string where =
          "program " + std::to_string(program) + ", call " + std::to_string(step) + ", " + call.name;
      const std::vector<Object> before = pool.objects;
      pool.changing = nullptr;
      try {
        call.run(pool);
      } catch (const Error&) {
        for (std::size_t i = 0; i < before.size(); ++i)
          if (&pool.objects[i] != pool.changing && !(pool.objects[i] == before[i]))
            return where + ": object " + std::to_string(i) + " has changed";
      } catch (const std::exception& e) {
        return where + ": " + e.what();
      }
      for (Object& object : pool.objects) {
        const std::string flaw = Domain::flaw(object);
        if (!flaw.empty()) return where + ": " + flaw;
        if (Domain::is_large(object)) object = Domain::draw(random);
      }
    }
  }
  return {};
}

}  // namespace polyfork::test
