// Cut-offs between two algorithms, parameters of one and corrections of its predicted time, found by timing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork_app {

/// One field of the tuning table: `small` is the algorithm below the cut-off, `large` the one above it, both for a
/// problem of a given size (a length, or bits where the field counts those). `last_small`: the field names the last
/// size of the small one, not the first of the large one.
struct CutOff {
  const char* section;
  const char* field;
  std::string what;
  std::vector<std::size_t> lengths;  // ascending, where to look
  bool last_small;
  std::function<std::function<void()>(std::size_t)> small;
  std::function<std::function<void()>(std::size_t)> large;
};

/// A field that is a parameter of one algorithm: the value with which fixed problems run fastest.
struct Parameter {
  const char* section;
  const char* field;
  std::string what;
  std::int64_t built_in;
  std::vector<std::int64_t> values;
  std::function<std::function<void()>(std::int64_t)> run;
};

/// A field that says by what the predictions of an algorithm's plans are off: problems, with the predictions.
struct Correction {
  struct Problem {
    double predicted_seconds;
    std::function<void()> run;
    double besides = 0;  ///< seconds that the run takes and the prediction does not speak of
  };
  const char* section;
  const char* field;
  std::string what;
  std::vector<std::function<Problem()>> problems;
};

/// All cut-offs that `polyfork tune` measures, on one thread.
std::vector<CutOff> cut_offs(const polyfork::ExecutionContext& ctx);
/// All parameters; those of parallel loops on the context's threads, only when it has several.
std::vector<Parameter> parameters(const polyfork::ExecutionContext& ctx);

/// All corrections, on one thread.
std::vector<Correction> corrections(const polyfork::ExecutionContext& ctx);

struct MeasuredCutOff {
  std::int64_t value;
  double small_seconds;  // at that length
  double large_seconds;
};

/// Times both at every length, `seconds` each, and takes the length at which changing over costs least in all: the sum
/// of what the small one takes below and the large one from there on, in shares of the faster one's time.
MeasuredCutOff measure(const CutOff& c, double seconds, const polyfork::ExecutionContext& ctx);

struct MeasuredParameter {
  std::int64_t value;
  double seconds;           // with it
  double built_in_seconds;  // with the built-in value
};

/// Times every value; the built-in one stays unless another is faster by more than 3 %, which timings of one process
/// may differ by without a reason.
MeasuredParameter measure(const Parameter& p, double seconds, const polyfork::ExecutionContext& ctx);

struct MeasuredCorrection {
  double percent;  // the geometric mean over the problems
  double least;    // of the problems' percentages
  double most;
};

MeasuredCorrection measure(const Correction& c, double seconds, const polyfork::ExecutionContext& ctx);

/// The percentages with a geometric mean of 100: a machine that is slower than the model's in everything needs no
/// correction, and what is not corrected is compared with what is.
std::vector<std::int64_t> normalised_percents(const std::vector<MeasuredCorrection>& measured);

}  // namespace polyfork_app
