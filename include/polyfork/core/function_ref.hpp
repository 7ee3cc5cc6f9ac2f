// A non-owning reference to a callable: two pointers, one indirect call. The callable must outlive the call.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

template <class Signature>
class FunctionRef;

/// Non-owning callable reference, for parameters only (never store one).
template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<Result, F&, Args...>)
      FunctionRef(F&& f)
  noexcept  // NOLINT(google-explicit-constructor): mirrors std::function_ref
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Args... args) -> Result {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Args>(args)...);
        }) {}

  Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  Result (*call_)(void*, Args...);
};

}  // namespace v1
}  // namespace polyfork
