// How a call runs is the business of its context: threads, a memory cap, a way to stop it, a progress display.
// Nothing of that changes what it computes.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <stop_token>
#include <thread>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/rootiso/isolate.hpp>

int main() {
  using namespace polyfork;
  using namespace std::chrono_literals;

  // A context is a cheap value; each with_... makes a changed copy.
  const ExecutionContext quiet = ExecutionContext().with_threads(2);
  const ExecutionContext talking = quiet.with_progress([](std::string_view stage, double fraction) {
    std::fprintf(stderr, "\r%.*s %3.0f %%", static_cast<int>(stage.size()), stage.data(), 100 * fraction);
  });
  const std::size_t roots = isolate_real_roots(make_family(Family::chebyshev, 64), {}, talking).roots.size();
  std::cout << "roots of the Chebyshev polynomial of degree 64: " << roots << '\n';

  // A stop request ends the call with an exception; it comes from any thread, a signal handler's or a timer's.
  std::stop_source source;
  std::jthread timer([&source] {
    std::this_thread::sleep_for(50ms);
    source.request_stop();
  });
  bool cancelled = false;
  try {
    isolate_real_roots(make_family(Family::laguerre, 2000), {}, quiet.with_stop_token(source.get_token()));
  } catch (const Cancelled&) {
    cancelled = true;
  }
  std::cout << "the long call was " << (cancelled ? "cancelled" : "too short to be cancelled") << '\n';

  // Too little memory is found out before it is allocated. Everything of the caller's is as it was.
  bool refused = false;
  const PolyZ f = make_family(Family::random, 20'000);
  try {
    mul(f, f, quiet.with_memory_limit(parse_byte_size("1M")));
  } catch (const MemoryLimit& limit) {
    refused = true;
    std::cout << "a product needs " << limit.requested_bytes() << " bytes: " << limit.what() << '\n';
  }
  return roots == 64 && refused ? 0 : 1;
}
