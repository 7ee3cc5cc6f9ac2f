// All kernels: POLYFORK_GPU_KERNEL(name, type of the parameters, threads, bytes of shared memory, function). Included
// by kernels.hpp, by the table of the processor and by that of CUDA, each with its own macro.

// Kernels that exist for each field, in the same order: kernels.hpp finds those of F31 by their distance from F50's.
#define POLYFORK_GPU_COLUMNS(Field, suffix, log)                                                                   \
  POLYFORK_GPU_KERNEL(forward_columns_##log##suffix, PassParameters<Field>, Columns##log::threads,                 \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_forward<Field, Columns##log, false>)) \
  POLYFORK_GPU_KERNEL(inverse_columns_##log##suffix, PassParameters<Field>, Columns##log::threads,                 \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_inverse<Field, Columns##log, false>))
// Columns whose blocks take several tiles.
#define POLYFORK_GPU_COLUMNS_AHEAD(Field, suffix, log)                                                            \
  POLYFORK_GPU_KERNEL(forward_columns_##log##suffix, PassParameters<Field>, Columns##log::threads,                \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_forward_ahead<Field, Columns##log>)) \
  POLYFORK_GPU_KERNEL(inverse_columns_##log##suffix, PassParameters<Field>, Columns##log::threads,                \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_inverse_ahead<Field, Columns##log>))
// Columns of nodes that an earlier pass has made.
#define POLYFORK_GPU_INNER_COLUMNS(Field, suffix, log)                                                            \
  POLYFORK_GPU_KERNEL(forward_inner_##log##suffix, PassParameters<Field>, Columns##log::threads,                  \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_forward<Field, Columns##log, true>)) \
  POLYFORK_GPU_KERNEL(inverse_inner_##log##suffix, PassParameters<Field>, Columns##log::threads,                  \
                      (pass_shared_bytes<Field, Columns##log>()), (transform_inverse<Field, Columns##log, true>))
#define POLYFORK_GPU_ROWS(Field, suffix, log)                                                               \
  POLYFORK_GPU_KERNEL(forward_rows_##log##suffix, PassParameters<Field>, Rows##log::threads,                \
                      (pass_shared_bytes<Field, Rows##log>()), (transform_forward<Field, Rows##log, true>)) \
  POLYFORK_GPU_KERNEL(inverse_rows_##log##suffix, PassParameters<Field>, Rows##log::threads,                \
                      (pass_shared_bytes<Field, Rows##log>()), (transform_inverse<Field, Rows##log, true>)) \
  POLYFORK_GPU_KERNEL(middle_rows_##log##suffix, MiddleParameters<Field>, Rows##log::threads,               \
                      (middle_shared_bytes<Field, Rows##log>()), (transform_middle<Field, Rows##log>))
#define POLYFORK_GPU_FIELD(Field, suffix)                                                                       \
  POLYFORK_GPU_COLUMNS(Field, suffix, 4)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 5)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 6)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 7)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 8)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 9)                                                                        \
  POLYFORK_GPU_COLUMNS(Field, suffix, 10)                                                                       \
  POLYFORK_GPU_COLUMNS(Field, suffix, 11)                                                                       \
  POLYFORK_GPU_COLUMNS_AHEAD(Field, suffix, 12)                                                                 \
  POLYFORK_GPU_INNER_COLUMNS(Field, suffix, 8)                                                                  \
  POLYFORK_GPU_ROWS(Field, suffix, 9)                                                                           \
  POLYFORK_GPU_ROWS(Field, suffix, 10)                                                                          \
  POLYFORK_GPU_ROWS(Field, suffix, 11)                                                                          \
  POLYFORK_GPU_ROWS(Field, suffix, 12)                                                                          \
  POLYFORK_GPU_KERNEL(multiply_values##suffix, PointwiseParameters<Field>, 256, 0, (multiply_pointwise<Field>)) \
  POLYFORK_GPU_KERNEL(make_transform_tables##suffix, TableParameters<Field>, 256, 0, (make_tables<Field>))      \
  POLYFORK_GPU_KERNEL(make_limb_powers##suffix, LimbPowerParameters<Field>, conversion_threads, 0,              \
                      (make_limb_powers_kernel<Field>))                                                         \
  POLYFORK_GPU_KERNEL(residues_of_integers_4##suffix, IntegersToResidues<Field>, conversion_threads, 0,         \
                      (integers_to_residues<Field, few_reduced_together>))                                      \
  POLYFORK_GPU_KERNEL(residues_of_integers_8##suffix, IntegersToResidues<Field>, conversion_threads, 0,         \
                      (integers_to_residues<Field, reduced_together>))                                          \
  POLYFORK_GPU_KERNEL(residues_of_integers##suffix, IntegersToResidues<Field>, ResidueTile::threads,            \
                      sizeof(ResidueTile), (integers_to_residues_by_tiles<Field>))                              \
  POLYFORK_GPU_KERNEL(integers_of_residues##suffix, ResiduesToIntegers<Field>, IntegerTile<8>::threads,         \
                      sizeof(IntegerTile<8>), (residues_to_integers_by_tiles<Field, 8>))                        \
  POLYFORK_GPU_KERNEL(integers_of_residues_wide##suffix, ResiduesToIntegers<Field>, IntegerTile<16>::threads,   \
                      sizeof(IntegerTile<16>), (residues_to_integers_by_tiles<Field, 16>))                      \
  POLYFORK_GPU_KERNEL(residues_of_words##suffix, WordsToResidues<Field>, conversion_threads, 0,                 \
                      (words_to_residues<Field>))                                                               \
  POLYFORK_GPU_KERNEL(words_of_residues##suffix, ResiduesToWords<Field>, conversion_threads, 0,                 \
                      (residues_to_words<Field>))                                                               \
  POLYFORK_GPU_KERNEL(words_of_residues_1##suffix, LiftToWords<Field>, conversion_threads, 0,                   \
                      (lift_to_words<Field, 1>))                                                                \
  POLYFORK_GPU_KERNEL(words_of_residues_2##suffix, LiftToWords<Field>, conversion_threads, 0,                   \
                      (lift_to_words<Field, 2>))                                                                \
  POLYFORK_GPU_KERNEL(words_of_residues_3##suffix, LiftToWords<Field>, conversion_threads, 0,                   \
                      (lift_to_words<Field, 3>))                                                                \
  POLYFORK_GPU_KERNEL(words_of_residues_4##suffix, LiftToWords<Field>, conversion_threads, 0, (lift_to_words<Field, 4>))
POLYFORK_GPU_FIELD(F50, )
POLYFORK_GPU_FIELD(F31, _f31)
POLYFORK_GPU_KERNEL(words_of_residues_5_f31, LiftToWords<F31>, conversion_threads, 0, (lift_to_words<F31, 5>))

// Few primes: a thread for each integer, of as many limbs and one as their product has.
#define POLYFORK_GPU_FEW_PRIMES(Field, suffix, primes, columns)                                                \
  POLYFORK_GPU_KERNEL(integers_of_residues_##primes##suffix, ResiduesToIntegers<Field>, conversion_threads, 0, \
                      (residues_to_integers<Field, columns, primes>))
POLYFORK_GPU_FEW_PRIMES(F50, , 1, 2)
POLYFORK_GPU_FEW_PRIMES(F50, , 2, 3)
POLYFORK_GPU_FEW_PRIMES(F50, , 3, 4)
POLYFORK_GPU_FEW_PRIMES(F50, , 4, 5)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 1, 2)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 2, 2)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 3, 3)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 4, 3)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 5, 4)
POLYFORK_GPU_FEW_PRIMES(F31, _f31, 6, 4)
POLYFORK_GPU_KERNEL(integers_of_segments, SegmentsToIntegers, IntegerTile<8>::threads, sizeof(IntegerTile<8>),
                    (residues_to_integers_by_segments<8>))
POLYFORK_GPU_KERNEL(integers_of_segments_wide, SegmentsToIntegers, IntegerTile<16>::threads, sizeof(IntegerTile<16>),
                    (residues_to_integers_by_segments<16>))

#define POLYFORK_GPU_SHORT(name, Sums, s) \
  POLYFORK_GPU_KERNEL(name##s, ShortProducts, short_threads, 0, (multiply_short<Sums, s>))
POLYFORK_GPU_SHORT(short_products_, NarrowSums, 2)
POLYFORK_GPU_SHORT(short_products_, NarrowSums, 4)
POLYFORK_GPU_SHORT(short_products_, NarrowSums, 8)
POLYFORK_GPU_SHORT(short_products_, NarrowSums, 16)
POLYFORK_GPU_SHORT(short_products_wide_, WideSums, 2)
POLYFORK_GPU_SHORT(short_products_wide_, WideSums, 4)
POLYFORK_GPU_SHORT(short_products_wide_, WideSums, 8)

POLYFORK_GPU_KERNEL(running_products, RunningProducts, product_threads, product_threads * sizeof(double),
                    (make_running_products))
POLYFORK_GPU_KERNEL(inverse_residues, InverseResidues, conversion_threads, 0, (invert_residues))
POLYFORK_GPU_KERNEL(weighed_reversal, WeighedReversal, 256, 0, (weigh_reversed))

POLYFORK_GPU_KERNEL(magnitudes_of_rows, MagnitudesOfRows, conversion_threads, 0, (magnitudes_of_fixed_rows))
POLYFORK_GPU_KERNEL(rounded_integers, RoundedIntegers, conversion_threads, 0, (round_integers))

POLYFORK_GPU_KERNEL(sum_of_integers, SumOfIntegers, conversion_threads, 0, (add_integers_by_rows))
POLYFORK_GPU_KERNEL(sum_of_words, SumOfWords, conversion_threads, 0, (add_words_by_place))
POLYFORK_GPU_KERNEL(evaluate_words, WordEvaluation, evaluation_threads, evaluation_threads * sizeof(std::uint64_t),
                    (evaluate_blocks))
POLYFORK_GPU_KERNEL(repeat_fma, FmaRate, rate_threads, 0, (repeat_fma))

#define POLYFORK_GPU_FORMULAS(suffix, Multiplication)                                                                  \
  POLYFORK_GPU_KERNEL(base_transforms_##suffix, BaseTransforms, formula_threads, 0, (base_transforms<Multiplication>)) \
  POLYFORK_GPU_KERNEL(list_butterflies_##suffix, ListButterflies, formula_threads, 0,                                  \
                      (list_butterflies<Multiplication>))                                                              \
  POLYFORK_GPU_KERNEL(stride_twiddles_##suffix, StrideTwiddles, formula_threads, 0, (stride_twiddles<Multiplication>)) \
  POLYFORK_GPU_KERNEL(multiply_words_##suffix, WordProducts, formula_threads, 0, (multiply_words<Multiplication>))
POLYFORK_GPU_FORMULAS(quotient, DoubleQuotient)
POLYFORK_GPU_FORMULAS(montgomery, MontgomeryReduction)
POLYFORK_GPU_KERNEL(list_transpose, StridePermutation, formula_threads, 2 * formula_threads * sizeof(std::uint32_t),
                    (list_transpose))
POLYFORK_GPU_KERNEL(stride_permutation, StridePermutation, formula_threads, 0, (stride_permutation))
POLYFORK_GPU_KERNEL(half_butterflies, HalfButterflies, formula_threads, 0, (half_butterflies))
#define POLYFORK_GPU_BANDS(s)                                             \
  POLYFORK_GPU_KERNEL(multiply_bands_##s, PlainProducts, formula_threads, \
                      (plain_columns<s> + 2 * s) * sizeof(std::uint32_t), (multiply_bands<s>))
POLYFORK_GPU_BANDS(2)
POLYFORK_GPU_BANDS(4)
POLYFORK_GPU_BANDS(8)
POLYFORK_GPU_BANDS(16)
POLYFORK_GPU_KERNEL(add_bands, BandSums, formula_threads, 0, (add_bands))

#undef POLYFORK_GPU_FORMULAS
#undef POLYFORK_GPU_BANDS
#undef POLYFORK_GPU_FIELD
#undef POLYFORK_GPU_SHORT
#undef POLYFORK_GPU_FEW_PRIMES
#undef POLYFORK_GPU_COLUMNS
#undef POLYFORK_GPU_COLUMNS_AHEAD
#undef POLYFORK_GPU_INNER_COLUMNS
#undef POLYFORK_GPU_ROWS
