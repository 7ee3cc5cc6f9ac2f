// Factorials, their inverses and exponential series of Taylor shifts on a device.
#include "gpu/products/shift_tables.hpp"

#include <string>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/kernels/kernels.hpp"
#include "gpu/transforms/device_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Rows of 256 bytes.
std::size_t table_pitch(std::size_t length) noexcept { return (length + 31) / 32 * 32; }

class TableMaker {
 public:
  TableMaker(DeviceJob& job, const DeviceNtt& ntt, std::size_t length, std::span<const std::uint64_t> primes)
      : job_(job), ntt_(ntt), length_(length), pitch_(table_pitch(length)), primes_(primes) {}

  ShiftTables make(IntegerView c, std::size_t log_ratio) const {
    const std::size_t words = ntt_.plan().words();
    const std::size_t k = primes_.size();
    ShiftTables t{{job_.pool(), k * pitch_}, {job_.pool(), k * pitch_}, {job_.pool(), k * words}, pitch_};
    const double degree = static_cast<double>(length_ - 1);

    RunningProducts factorials = products(t.before.get(), pitch_);
    factorials.first = 1;
    factorials.step = 1;
    factorials.reversed = true;
    run(factorials);  // (d - i)!, first of all d!

    const DeviceArray<double> inverse(job_.pool(), k);
    const InverseResidues invert{ntt_.constants(), static_cast<unsigned>(k), t.before.get(), pitch_, inverse.get()};
    launch(job_.backend(), work_queue, Kernel::inverse_residues,
           static_cast<unsigned>((k + conversion_threads - 1) / conversion_threads), 1, invert);
    RunningProducts inverses = products(t.after.get(), pitch_);
    inverses.starts = inverse.get();
    inverses.first = degree;
    inverses.step = -1;
    inverses.reversed = true;
    run(inverses);

    const DeviceArray<double> factor(job_.pool(), k);
    if (log_ratio != 0) {
      const DeviceArray<double> powers(job_.pool(), k * pitch_);
      upload(factor, [&](const WordModulus& p) { return p.pow(2, log_ratio); });
      run_powers(factor, powers.get(), pitch_);
      multiply(t.before.get(), pitch_, powers.get(), pitch_);
    }
    upload(factor, [&](const WordModulus& p) { return c.mod(p.value()); });
    run_powers(factor, t.series.get(), words);
    multiply(t.series.get(), words, t.after.get(), pitch_);
    ntt_.forward({t.series.get(), words, length_}, {t.series.get(), words, words}, static_cast<unsigned>(k));
    job_.uploads_after_kernels();
    return t;
  }

 private:
  RunningProducts products(double* out, std::size_t pitch) const {
    RunningProducts p{};
    p.constants = ntt_.constants();
    p.out = out;
    p.pitch = pitch;
    p.count = static_cast<unsigned>(length_);
    return p;
  }
  void run(const RunningProducts& p) const {
    launch(job_.backend(), work_queue, Kernel::running_products, 1, static_cast<unsigned>(primes_.size()), p);
  }
  void run_powers(const DeviceArray<double>& factor, double* out, std::size_t pitch) const {
    RunningProducts p = products(out, pitch);
    p.factors = factor.get();
    run(p);
  }
  /// data := data second, the first length_ values of each row.
  void multiply(double* data, std::size_t pitch, const double* second, std::size_t second_pitch) const {
    const auto k = static_cast<unsigned>(primes_.size());
    const PointwiseParameters<F50> p{ntt_.constants(), k, data, second, pitch, second_pitch, length_};
    const unsigned threads = kernel_infos[static_cast<std::size_t>(Kernel::multiply_values)].threads;
    launch(job_.backend(), work_queue, Kernel::multiply_values,
           static_cast<unsigned>((length_ + threads - 1) / threads), k, p);
  }
  template <class Residue>
  void upload(const DeviceArray<double>& to, const Residue& residue) const {
    std::vector<double> values;
    values.reserve(primes_.size());
    for (const std::uint64_t prime : primes_) {
      const WordModulus p(prime);
      values.push_back(device_value<F50>(p, residue(p)));
    }
    job_.backend().copy_up(work_queue, to.get(), values.data(), values.size() * sizeof(double));
  }

  DeviceJob& job_;
  const DeviceNtt& ntt_;
  std::size_t length_;
  std::size_t pitch_;
  std::span<const std::uint64_t> primes_;
};

}  // namespace

Bytes ShiftTables::bytes(std::size_t length, std::size_t primes, std::size_t words) noexcept {
  return bytes_of<double>(Count(primes) * (2 * table_pitch(length) + words));
}

ShiftConvolution::ShiftConvolution(DeviceJob& job, const std::string& list, std::span<const std::uint64_t> primes,
                                   std::size_t length, IntegerView c, std::size_t log_ratio)
    : job_(job),
      primes_(static_cast<unsigned>(primes.size())),
      length_(length),
      roots_(transform_tables(job, list.c_str(), primes, TransformPlan::for_words(2 * length - 1).log_length())),
      ntt_(job.backend(), roots_->primes, TransformPlan::for_words(2 * length - 1)),
      tables_(job.tables().get<ShiftTables>(
          "shift/" + list + "/" + std::to_string(primes.size()) + "/" + std::to_string(length) + "/" +
              std::to_string(log_ratio) + "/" + c.to_string(36),
          [&] { return new ShiftTables(TableMaker(job, ntt_, length, primes).make(c, log_ratio)); })) {}

void ShiftConvolution::apply(const DeviceResult& residues, std::size_t wanted) const {
  const std::size_t words = ntt_.plan().words();
  const DeviceArray<double> work(job_.pool(), primes_ * words);
  /// out[i] = in[length - 1 - i] weights[i] for each prime.
  const auto weigh = [&](const DeviceOperand& in, const DeviceArray<double>& weights, const DeviceResult& out) {
    const WeighedReversal p{ntt_.constants(), in.data,   in.pitch,    weights.get(), pitch(),
                            out.data,         out.pitch, length_ - 1, out.words};
    const unsigned threads = kernel_infos[static_cast<std::size_t>(Kernel::weighed_reversal)].threads;
    launch(job_.backend(), work_queue, Kernel::weighed_reversal,
           static_cast<unsigned>((out.words + threads - 1) / threads), primes_, p);
  };
  const DeviceResult product{work.get(), words, length_};
  weigh({residues.data, residues.pitch, length_}, tables_->before, product);
  ntt_.multiply_prepared({work.get(), words, length_}, {tables_->series.get(), words, words},
                         {work.get(), words, words}, product, primes_);
  weigh({work.get(), words, length_}, tables_->after, {residues.data, residues.pitch, wanted});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
