// Horner's rule on 52-bit digits, a point in each lane. Included once per instruction set, inside its namespace and
// region, after the vector wrappers and madd52.
//
// The top digit is signed, which the multiplier is not: 2^51 is added to it beforehand and 2^51 z taken off the
// product, half of whose last bit belongs to the digit below.
//
// A digit of the new y needs two of the old one and a carry, so that several rows go through the digits at once, each
// one digit behind the row before: what one puts out is what the next takes in. A carry joins after the multiply-adds:
// from digit to digit a row waits for an addition and a shift, the rows do not wait for each other, and digits between
// them are neither stored nor loaded.

struct HornerFactor {
  VecU64 z, mask, offset, excess_high, excess_low;
};

static POLYFORK_ALWAYS_INLINE HornerFactor horner_factor(const std::uint64_t* z) {
  const VecU64 factor = VecU64::load(z);
  return {factor, VecU64::broadcast((std::uint64_t{1} << 52) - 1), VecU64::broadcast(std::uint64_t{1} << 51),
          shift_right<1>(factor), shift_left<51>(factor & VecU64::broadcast(1))};
}

/// A row on its way through the digits: the last digit it took in, and what it carries on. In the end its top digit.
struct HornerStage {
  const std::uint64_t* row;
  VecU64 digit, carry;
};

/// Stages r, ..., count - 1 at time t, when stage s takes in digit t - s, which is neither the first nor the last one.
template <int r, int count>
static POLYFORK_ALWAYS_INLINE VecU64 pass_stages(const HornerFactor& f, HornerStage* stages, std::size_t t,
                                                 VecU64 digit) {
  if constexpr (r < count) {
    HornerStage& s = stages[r];
    const VecU64 added = VecU64::broadcast(s.row[t - static_cast<std::size_t>(r) - 1]);
    const VecU64 sum = madd52lo(madd52hi(added, s.digit, f.z), digit, f.z) + s.carry;
    s.carry = shift_right_signed<52>(sum);
    s.digit = digit;
    return pass_stages<r + 1, count>(f, stages, t, sum & f.mask);
  } else {
    return digit;
  }
}

/// Runs the stages until each of them has its first digit.
template <int count, int t = 0>
static POLYFORK_ALWAYS_INLINE void start_stages(const HornerFactor& f, HornerStage* stages, const std::uint64_t* y) {
  if constexpr (t < count) {
    stages[t].digit = pass_stages<0, t>(f, stages, t, VecU64::load(y + t * VecU64::lanes));
    start_stages<count, t + 1>(f, stages, y);
  }
}

/// Runs the stages from the time on at which the first of them takes in the top digit.
template <int count, int r = 0>
static POLYFORK_ALWAYS_INLINE void finish_stages(const HornerFactor& f, HornerStage* stages, std::size_t top,
                                                 VecU64 top_digit, std::uint64_t* y) {
  if constexpr (r < count) {
    HornerStage& s = stages[r];
    const VecU64 last = top_digit + f.offset;
    const VecU64 added = VecU64::broadcast(s.row[top - 1]) - f.excess_low;
    const VecU64 sum = madd52lo(madd52hi(added, s.digit, f.z), last, f.z) + s.carry;
    const VecU64 carry = shift_right_signed<52>(sum) + VecU64::broadcast(s.row[top]);
    const VecU64 new_top = madd52hi(carry, last, f.z) - f.excess_high;
    const std::size_t t = top + static_cast<std::size_t>(r);
    pass_stages<r + 1, count>(f, stages, t, sum & f.mask)
        .store(y + (t - static_cast<std::size_t>(count)) * VecU64::lanes);
    finish_stages<count, r + 1>(f, stages, top, new_top, y);
  } else {
    top_digit.store(y + top * VecU64::lanes);
  }
}

template <int count, int r = 0>
static POLYFORK_ALWAYS_INLINE void set_rows(HornerStage* stages, const std::uint64_t* first, std::size_t digits) {
  if constexpr (r < count) {
    stages[r].row = first;
    stages[r].carry = VecU64::broadcast(0);
    set_rows<count, r + 1>(stages, first - digits, digits);
  }
}

/// Takes `count` rows together: the one at `first` is the first, the others lie before it in memory. Precondition:
/// digits > count.
template <int count>
static POLYFORK_ALWAYS_INLINE void horner_rows(const HornerFactor& f, const std::uint64_t* first, std::size_t digits,
                                               std::uint64_t* y) {
  constexpr std::size_t lanes = VecU64::lanes;
  const std::size_t top = digits - 1;
  HornerStage stages[count];
  set_rows<count>(stages, first, digits);
  start_stages<count>(f, stages, y);
  for (std::size_t t = count; t < top; ++t)
    pass_stages<0, count>(f, stages, t, VecU64::load(y + t * lanes)).store(y + (t - count) * lanes);
  finish_stages<count>(f, stages, top, VecU64::load(y + top * lanes), y);
}

static void horner_points(const std::uint64_t* a, std::size_t rows, std::size_t digits, const std::uint64_t* z,
                          std::uint64_t* y) {
  constexpr std::size_t together = 3;
  const HornerFactor f = horner_factor(z);
  if (digits > together)
    for (; rows >= together; rows -= together) horner_rows<together>(f, a + (rows - 1) * digits, digits, y);
  for (; rows != 0; --rows) horner_rows<1>(f, a + (rows - 1) * digits, digits, y);
}
