// Tables of primes on a device, and the launches of transforms and products.
#include "gpu/transforms/device_ntt.hpp"

#include <algorithm>

#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "gpu/transforms/device_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t alignment = 256;

unsigned low_log(unsigned log_length) noexcept { return (log_length + 1) / 2; }
unsigned order_log(unsigned log_length) noexcept { return std::max(log_length, log_least_order); }

template <class Field>
std::size_t constants_bytes(std::size_t primes) noexcept {
  return (primes * sizeof(PrimeConstants<Field>) + alignment - 1) / alignment * alignment;
}

template <class Field>
PrimeConstants<Field> constants_of(std::uint64_t prime, unsigned log_length) {
  const WordModulus m(prime);
  PrimeConstants<Field> c{};
  c.field = device_field<Field>(prime);
  const unsigned log_order = order_log(log_length);
  std::uint64_t power = root_of_unity(prime, std::uint64_t{1} << log_order);
  std::uint64_t sixteenth = 1;  // a root of order 16
  for (unsigned i = 0; i < log_order; ++i, power = m.mul(power, power)) {
    c.squares[i] = device_value<Field>(m, power);
    if (i + 4 == log_order) sixteenth = power;
  }
  for (unsigned j = 0; j < 8; ++j) {
    const unsigned reversed = (j & 1) << 2 | (j & 2) | j >> 2;
    const std::uint64_t w = m.pow(sixteenth, reversed);
    c.tree.roots[j] = device_root<Field>(m, w);
    c.tree.inverse_roots[j] = device_root<Field>(m, m.inverse(w));
  }
  c.tree.one_half = device_root<Field>(m, prime / 2 + 1);
  c.scale = device_value<Field>(m, m.inverse(m.reduce(std::uint64_t{1} << log_length)));
  return c;
}

/// Places in an array, as kernels count them; arrays have at most 2^28 words.
unsigned places(std::size_t words) noexcept { return static_cast<unsigned>(words); }

}  // namespace

template <class Field>
bool DevicePrimesOf<Field>::supports(std::uint64_t prime, unsigned log_length) noexcept {
  return log_length >= TransformPlan::least_log && log_length <= TransformPlan::most_log &&
         prime >> Field::prime_bits == 0 && (prime - 1) % (std::uint64_t{1} << order_log(log_length)) == 0;
}

template <class Field>
std::size_t DevicePrimesOf<Field>::bytes(std::size_t primes, unsigned log_length) noexcept {
  return constants_bytes<Field>(primes) +
         primes * table_words(log_length, low_log(log_length)) * sizeof(typename Field::Value);
}

template <class Field>
DevicePrimesOf<Field>::DevicePrimesOf(DeviceBackend& backend, void* memory, std::span<const std::uint64_t> primes,
                                      unsigned log_length) {
  std::vector<PrimeConstants<Field>> constants;
  constants.reserve(primes.size());
  for (const std::uint64_t prime : primes) constants.push_back(constants_of<Field>(prime, log_length));
  const std::size_t pitch = table_words(log_length, low_log(log_length));
  auto* const words =
      reinterpret_cast<typename Field::Value*>(static_cast<char*>(memory) + constants_bytes<Field>(primes.size()));
  tables_ = {static_cast<const PrimeConstants<Field>*>(memory),
             words,
             pitch,
             log_length,
             low_log(log_length),
             static_cast<unsigned>(primes.size())};
  backend.copy_up(work_queue, memory, constants.data(), constants.size() * sizeof(constants[0]));
  const unsigned threads = kernel_infos[static_cast<std::size_t>(Kernel::make_transform_tables)].threads;
  launch(backend, work_queue, kernel_for<Field>(Kernel::make_transform_tables),
         static_cast<unsigned>((pitch + threads - 1) / threads), tables_.primes,
         TableParameters<Field>{tables_, words});
}

template <class Field>
DevicePrimesOf<Field> DevicePrimesOf<Field>::part(std::size_t first, std::size_t count) const noexcept {
  TransformTables<Field> tables = tables_;
  tables.constants += first;
  tables.words += first * tables.pitch;
  tables.primes = static_cast<unsigned>(count);
  return DevicePrimesOf(tables);
}

template <class Field>
DeviceNttOf<Field>::DeviceNttOf(DeviceBackend& backend, const DevicePrimesOf<Field>& primes, const TransformPlan& plan)
    : backend_(backend), tables_(primes.tables()), plan_(plan.within<Field>(backend.shared_bytes())) {}

template <class Field>
PassParameters<Field> DeviceNttOf<Field>::parameters(const TransformPass& pass) const {
  PassParameters<Field> p{};
  p.tables = tables_;
  p.log_nodes = pass.log_nodes;
  p.log_width = pass.log_width;
  p.log_parent = pass.log_parent;
  p.keep = &pass == plan_.passes().data() ? plan_.keep() : 16;
  p.tiles = pass.tiles;
  return p;
}

template <class Field>
unsigned DeviceNttOf<Field>::blocks(const TransformPass& pass, unsigned batch) const {
  return pass.ahead != 0 ? blocks_ahead(pass.tiles, batch, pass.ahead * backend_.multiprocessors()) : pass.tiles;
}

template <class Field>
void DeviceNttOf<Field>::forward_pass(std::size_t i, const DeviceOperand& in, const DeviceResult& out,
                                      unsigned batch) const {
  const TransformPass& pass = plan_.passes()[i];
  PassParameters<Field> p = parameters(pass);
  p.in = in.data;
  p.in_pitch = in.pitch;
  p.in_words = places(in.words);
  p.out = out.data;
  p.out_pitch = out.pitch;
  p.out_words = places(out.words);
  launch(backend_, work_queue, kernel_for<Field>(pass.forward), blocks(pass, batch), batch, p);
}

template <class Field>
void DeviceNttOf<Field>::inverse_pass(std::size_t i, const DeviceOperand& in, const DeviceResult& out,
                                      unsigned batch) const {
  const TransformPass& pass = plan_.passes()[i];
  PassParameters<Field> p = parameters(pass);
  p.in = in.data;
  p.in_pitch = in.pitch;
  p.in_words = places(in.words);
  p.out = out.data;
  p.out_pitch = out.pitch;
  p.out_words = places(out.words);
  launch(backend_, work_queue, kernel_for<Field>(pass.inverse), blocks(pass, batch), batch, p);
}

template <class Field>
void DeviceNttOf<Field>::forward(const DeviceOperand& in, const DeviceResult& out, unsigned batch) const {
  DeviceOperand from = in;
  const DeviceResult to = whole(out);
  for (std::size_t i = 0; i < plan_.passes().size(); ++i) {
    forward_pass(i, from, to, batch);
    from = {to.data, to.pitch, to.words};
  }
}

template <class Field>
void DeviceNttOf<Field>::inverse(const DeviceResult& values, const DeviceResult& out, unsigned batch) const {
  const DeviceResult work = whole(values);
  const DeviceOperand from{work.data, work.pitch, work.words};
  for (std::size_t i = plan_.passes().size(); i-- > 0;) inverse_pass(i, from, i == 0 ? out : work, batch);
}

template <class Field>
void DeviceNttOf<Field>::multiply_values(const DeviceResult& values, const DeviceOperand& second,
                                         unsigned batch) const {
  const PointwiseParameters<Field> p{tables_.constants, tables_.primes, values.data,  second.data,
                                     values.pitch,      second.pitch,   plan_.words()};
  const unsigned threads = kernel_infos[static_cast<std::size_t>(Kernel::multiply_values)].threads;
  launch(backend_, work_queue, kernel_for<Field>(Kernel::multiply_values),
         static_cast<unsigned>((plan_.words() + threads - 1) / threads), batch, p);
}

/// All passes forward but the last; returns where the middle finds the array.
template <class Field>
DeviceOperandOf<Field> DeviceNttOf<Field>::forward_columns(const DeviceOperand& in, const DeviceResult& work,
                                                           unsigned batch) const {
  DeviceOperand from = in;
  const DeviceResult to = whole(work);
  for (std::size_t i = 0; i + 1 < plan_.passes().size(); ++i) {
    forward_pass(i, from, to, batch);
    from = {to.data, to.pitch, to.words};
  }
  return from;
}

/// From the middle on; a has been through forward_columns.
template <class Field>
void DeviceNttOf<Field>::multiply_middle(MiddleKind kind, const DeviceOperand& a, const DeviceOperand& b,
                                         const DeviceResult& work, const DeviceResult& out, unsigned batch) const {
  const TransformPass& last = plan_.passes().back();
  const bool only = plan_.passes().size() == 1;
  const DeviceResult to = only ? out : whole(work);
  MiddleParameters<Field> p{};
  p.tables = tables_;
  p.in = a.data;
  p.in_pitch = a.pitch;
  p.in_words = places(a.words);
  p.second = b.data;
  p.second_pitch = b.pitch;
  p.second_words = places(b.words);
  p.out = to.data;
  p.out_pitch = to.pitch;
  p.out_words = places(to.words);
  p.log_nodes = last.log_nodes;
  p.log_parent = last.log_parent;
  p.kind = kind;
  launch(backend_, work_queue, kernel_for<Field>(plan_.middle()), last.tiles, batch, p);
  const DeviceOperand from{to.data, to.pitch, to.words};
  for (std::size_t i = plan_.passes().size() - 1; i-- > 0;) inverse_pass(i, from, i == 0 ? out : to, batch);
}

template <class Field>
void DeviceNttOf<Field>::multiply(const DeviceOperand& a, const DeviceOperand& b, const DeviceResult& work_a,
                                  const DeviceResult& work_b, const DeviceResult& out, unsigned batch) const {
  const DeviceOperand first = forward_columns(a, work_a, batch);
  const DeviceOperand second = forward_columns(b, work_b, batch);
  multiply_middle(MiddleKind::product, first, second, work_a, out, batch);
}

template <class Field>
void DeviceNttOf<Field>::square(const DeviceOperand& a, const DeviceResult& work, const DeviceResult& out,
                                unsigned batch) const {
  const DeviceOperand first = forward_columns(a, work, batch);
  multiply_middle(MiddleKind::square, first, first, work, out, batch);
}

template <class Field>
void DeviceNttOf<Field>::multiply_prepared(const DeviceOperand& a, const DeviceOperand& values,
                                           const DeviceResult& work, const DeviceResult& out, unsigned batch) const {
  const DeviceOperand first = forward_columns(a, work, batch);
  multiply_middle(MiddleKind::prepared, first, values, work, out, batch);
}

template class DevicePrimesOf<F50>;
template class DevicePrimesOf<F31>;
template class DeviceNttOf<F50>;
template class DeviceNttOf<F31>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
