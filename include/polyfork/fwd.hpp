// Forward declarations of the public types, for headers that only name them.
//
// Polynomial types are constrained by the concept Ring, which ring.hpp defines. Aliases such as PolyZ name a ring that
// must be complete, so that they stand with the definitions.
#pragma once

#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

enum class Backend;
class ExecutionContext;
enum class Isa;
class Error;
class ParseError;
class DomainError;
class ModulusMismatch;
class MemoryLimit;
class Cancelled;
class DeviceError;
class MemoryAccount;
class MemoryReservation;
template <class Unit>
class Saturating;
enum class DevicePolicy;
struct DeviceRates;
struct DeviceView;
struct FieldRates;
struct ProcessorFactors;
class PlanBudget;
struct PlanDescription;
enum class PlanWorth;
struct CachedPlan;
class PlanCache;
struct SpeedupBounds;
struct ProfileSummary;
class Profile;
class Tuning;
class Workspace;

enum class NttKind;
class NttPlan;
class NttPlanNd;
class DeviceNttPlan;
class DeviceWords;
struct FftTuning;

struct CrtSegment;
class CrtBasis;
class GaussianRational;
class GaussianRationalVector;
struct GaussianRationals;
class Integer;
class IntegerView;
class IntegerVector;
class IntegerVectorBuilder;
class BigPrimeField;
struct Integers;
class PrimeField;
class Rational;
class RationalVector;
class RationalVectorBuilder;
struct Rationals;
template <class Container, auto get>
class IndexIterator;
template <class T>
struct AlignedAllocator;
class WordModulus;

template <Ring R>
class DensePoly;
template <Ring R>
class DensePolyBuilder;
class PreparedIntegerFactor;
template <Ring R>
class DevicePoly;
template <Ring R>
class PreparedDevicePoly;

template <Ring R>
struct SparsePolyDivision;
template <Ring R>
struct SparsePolyPseudoDivision;
template <Ring R>
struct SparsePolySquareFreeFactor;
template <Ring R>
struct SparsePolySquareFreeDecomposition;
template <Ring R>
class SparsePoly;
struct SparsePolyExtendedGcd;
template <Ring R>
struct SparsePolySubresultant;

enum class MultiMulAlgorithm;
struct MultiMulShape;
struct MultiMulTuning;
template <Ring R>
class SparseMultiPoly;
enum class MonomialOrder;
class Variables;
struct PolynomialLess;

template <Ring R>
class DenseMultiPoly;
enum class DenseMultiMulAlgorithm;
struct DenseMultiMulShape;
struct DenseMultiTuning;
template <Ring R>
struct SparseMultiDivision;
template <Ring R>
struct SparseDivision;
template <Ring R>
struct SparsePseudoDivision;
template <GcdDomain R>
class QuotientRing;
class NumberField;
class FiniteField;
class BigFiniteField;
template <Ring R>
struct MultiSquareFreeFactor;
template <Ring R>
struct MultiSquareFreeDecomposition;
template <Ring R>
struct RecursiveView;
template <Ring R>
struct Subresultant;

template <class From, class To>
struct RingConversion;
template <class E>
struct Fraction;
template <GcdDomain D>
class FractionField;
template <Ring R>
class PolynomialRing;
template <Ring R>
class MultiPolynomialRing;
template <GcdDomain D>
class RationalFunction;

template <Ring R>
struct Division;
template <Ring R>
struct PseudoDivision;
enum class DivisionAlgorithm;
struct DivisionShape;
struct DivisionTuning;
class PreparedDivisor;

template <Ring R>
struct SquareFreeFactor;
template <Ring R>
struct SquareFreeDecomposition;
enum class GcdAlgorithm;
struct GcdShape;
struct GcdTuning;
template <Ring R>
struct DenseSubresultant;
template <class P>
struct FactorizationOf;
template <class P>
struct FactorOf;
template <Ring R>
struct PolynomialRoot;

enum class MulAlgorithm;
struct MulShape;
struct MulTuning;

enum class ShiftAlgorithm;
struct ShiftShape;
struct ShiftTuning;

template <Field R>
struct ExtendedGcdOver;
struct ExtendedGcd;
struct ExtendedGcdQ;
struct ExtendedGcdZ;
class EvaluationPoints;
class PreparedFactor;
struct WordTuning;
struct FactorZpTuning;

struct ApproximatePoly;

enum class Family;
struct FamilyOptions;

enum class PolyFormat;
struct DefaultRing;
template <class R>
class PolyLiteral;

struct CertifiedAnnulus;
struct CertifiedHalfLine;
struct CertifiedFactor;
struct CertifiedPoint;
struct IsolationCertificate;
struct CertifiedIsolation;
struct VerificationResult;
class AlgebraicReal;
struct RealRoot;
struct RootInterval;
enum class IsolationMethod;
struct IsolationOptions;
struct IsolationStats;
struct IsolationResult;
struct IsolationShape;
struct IsolationTuning;

struct IdealShape;

struct BasisOptions;
struct ChainDecomposition;
struct ChainOptions;
enum class ChainShape;
struct CoordinateBounds;
struct NamedValue;
struct PlannedPart;
class PositiveDimension;
struct RationalBasis;
struct RealSolution;
template <Field K>
class RegularChain;
struct RepresentationOptions;
enum class SolutionMethod;
struct MultiplicityClass;
struct SolutionCount;
struct SolutionOptions;
struct SolvedPart;
struct SystemSolutions;
struct UnivariateRepresentation;

struct DeviceInfo;
struct DeviceOperations;
struct DeviceStatistics;
struct DeviceTuning;

namespace model {
struct AlgorithmFamily;
struct CalibratedMachine;
struct FamilyParameters;
struct Kernel;
struct ManyCoreMachine;
struct Measures;
class Program;
}  // namespace model

struct Version;

}  // namespace v1
}  // namespace polyfork
