//! All numbers that steer how a check spends its time, and how far a search goes.
//!
//! None of them decides a verdict: with other numbers, other claims are settled in time, or stay open.
//! What follows from a language or a machine (how wide a number is, where addresses begin) stands where
//! it is used.

use std::ops::RangeInclusive;
use std::time::Duration;

// The portfolio and the clerk.

/// How long a candidate may still be executed that was found just before the deadline.
pub(crate) const CONFIRMING_AFTER_DEADLINE: Duration = Duration::from_secs(1);

/// How long a program without inputs is executed before anything else is tried, and the part of the time
/// for which it is executed before it is explored.
pub(crate) const FIRST_EXECUTION: Duration = Duration::from_millis(500);
pub(crate) const SHARE_OF_EXECUTION: u32 = 2;

/// An exploration that ends so long before its time or later has used it.
pub(crate) const NEARLY_OVER: Duration = Duration::from_millis(500);

/// How many candidates for one claim are executed before it is left, and how often a smaller one
/// takes the place of one that was confirmed.
pub(crate) const ATTEMPTS: u32 = 3;

/// How often the time to look for further violations is given again because one was found.
pub(crate) const MOST_GRACES: u32 = 4;

/// How long an exploration works alone before executions are driven beside it.
pub(crate) const HEAD_START: Duration = Duration::from_millis(150);

// The analysis.

/// How long the analysis works alone before other engines start beside it, and how long at least it takes, although
/// they have found a violation.
pub(crate) const HEAD_START_OF_ANALYSIS: Duration = Duration::from_millis(700);
pub(crate) const ANALYSIS_DESPITE_VIOLATIONS: Duration = Duration::from_secs(2);

/// How long a program is analysed abstractly, the part of the time that this takes at most, and how
/// many operations are looked at.
pub(crate) const ANALYSIS: Duration = Duration::from_secs(15);
/// The same for a program of Java: what takes longer has much of the JDK in it, and rarely ends.
pub(crate) const ANALYSIS_OF_JAVA: Duration = Duration::from_secs(6);
pub(crate) const SHARE_OF_ANALYSIS: u32 = 2;
pub(crate) const OPERATIONS_OF_ANALYSIS: u64 = 2_000_000;
/// With how many of them states are told apart and loops are followed in detail.
pub(crate) const OPERATIONS_IN_DETAIL: u64 = 500_000;
pub(crate) const OPERATIONS_IN_DETAIL_WITH_POLYHEDRA: u64 = 10_000;
/// A program is small if it is analysed with so many while calls are told apart; those of others are merged first.
pub(crate) const OPERATIONS_OF_SMALL_PROGRAMS: u64 = 100_000;
/// A program whose analysis took fewer operations is analysed again with polyhedra, for so many.
pub(crate) const OPERATIONS_BEFORE_POLYHEDRA: u64 = 10_000;
pub(crate) const OPERATIONS_WITH_POLYHEDRA: u64 = 40_000;

// Induction.

/// How long paths are walked backward for k-induction before a program is explored, and the part of the
/// time that this takes at most.
pub(crate) const K_INDUCTION: Duration = Duration::from_millis(500);
pub(crate) const SHARE_OF_K_INDUCTION: u32 = 10;
/// The same beside an exploration that has not ended soon.
pub(crate) const K_INDUCTION_AT_LENGTH: Duration = Duration::from_secs(10);
pub(crate) const SHARE_OF_K_INDUCTION_AT_LENGTH: u32 = 3;
/// Programs with more operations are explored at once.
pub(crate) const MOST_OPERATIONS_OF_K_INDUCTION: usize = 5_000;
/// Programs with more operations are analysed with differences of numbers instead of polyhedra.
pub(crate) const MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS: usize = 1_000;

// Probes: executions chosen by what they cover.

/// The part of the time that inputs are tried for at most, and how long at least if nothing new is
/// covered: longer if texts are read, which other engines find it hard to choose.
pub(crate) const SHARE_OF_PROBES: u32 = 3;
pub(crate) const PATIENCE_WITH_TEXTS: Duration = Duration::from_secs(1);
pub(crate) const PATIENCE_WITH_VALUES: Duration = Duration::from_millis(100);

/// How long values are tried at first, even if they cover something new all the time: a solver finds those.
pub(crate) const FIRST_PROBES_OF_VALUES: Duration = Duration::from_secs(2);

/// The part of the time that is left to try inputs again when everything else was tried.
pub(crate) const SHARE_OF_LATER_PROBES_OF_TEXTS: u32 = 3;
pub(crate) const SHARE_OF_LATER_PROBES_OF_VALUES: u32 = 10;

/// How many inputs are made up before others are changed.
pub(crate) const STARTING_PROBES: u32 = 64;

/// How often an input is changed before another one is chosen, and how many operands of comparisons are
/// put into it before that: texts, numbers in the user's code, and numbers in the library.
pub(crate) const EXECUTIONS_PER_CHOICE: usize = 64;
pub(crate) const MOST_REPLACEMENTS_OF_TEXTS: usize = 256;
pub(crate) const MOST_REPLACEMENTS_OF_NUMBERS: usize = 192;
pub(crate) const MOST_REPLACEMENTS_OF_OTHERS: usize = 32;
/// The part of both for an input that covers nothing new in the user's code.
pub(crate) const PART_FOR_THE_LIBRARY: usize = 8;

/// How many operations an execution takes at most, and how many times as many as on average, which is
/// looked at after so many executions.
pub(crate) const MOST_STEPS_OF_A_PROBE: u64 = 2_000_000;
pub(crate) const TIMES_THE_MEAN_PROBE: u64 = 20;
pub(crate) const PROBES_BEFORE_STEPS_ARE_LIMITED: u64 = 256;

/// How many executions are tried to make a failing input short.
pub(crate) const ATTEMPTS_TO_SHORTEN_AN_INPUT: u32 = 2_000;
/// The same for an input that covers something new, and for one that takes a new side of a branch in the user's code.
pub(crate) const ATTEMPTS_TO_TRIM_AN_INPUT: u32 = 24;
pub(crate) const ATTEMPTS_TO_TRIM_A_NEW_SIDE: u32 = 96;

/// How often a part of a text is repeated to see what it does, and how many parts of one test case, of texts up to
/// which length, are.
pub(crate) const FEW_REPETITIONS: usize = 8;
pub(crate) const MOST_REPEATED_PARTS: usize = 64;
pub(crate) const LONGEST_REPEATED_TEXT: usize = 256;
/// How many pairs of characters that the program tells apart are repeated at one place.
pub(crate) const MOST_PAIRS_OF_CHARACTERS: usize = 96;
/// How many repetitions that seem to do the same are looked at, how many that do are followed to the end of what they
/// write, how many ends of one repetition, and how many repetitions fewer are tried than it should take.
pub(crate) const LOOKS_AT_A_KIND: u32 = 6;
pub(crate) const PUMPED_PROBES_OF_A_KIND: u32 = 2;
pub(crate) const MOST_LIMITS_APPROACHED: usize = 4;
pub(crate) const CLOSEST_REPETITIONS: usize = 4;
/// How many repetitions fewer than those that turn a comparison are given before another part is repeated, and how
/// many other parts are.
pub(crate) const TURNS_FOLLOWED: [usize; 3] = [1, 0, 2];
pub(crate) const MOST_PARTS_REPEATED_TOGETHER: usize = 12;
/// How often parts are repeated whatever they write: counters of a byte come around, and lines fill tables.
pub(crate) const REPETITIONS_AROUND_A_BYTE: [usize; 5] = [255, 256, 254, 257, 253];
pub(crate) const REPETITIONS_OF_LINES: [usize; 2] = [1_030, 5_010];
/// Many repetitions are tried with this part of them first, and with so many at least.
pub(crate) const PART_OF_A_REHEARSAL: usize = 8;
pub(crate) const FEWEST_REHEARSED: usize = 4 * FEW_REPETITIONS;
/// How long a text with repetitions gets, and how many operations one is expected to take at most.
pub(crate) const LONGEST_PUMPED_TEXT: usize = 1 << 21;
pub(crate) const MOST_STEPS_OF_A_PUMPED_PROBE: u64 = 150_000_000;
/// One is given up after so many times as many, and tried later for so many times more.
pub(crate) const TIMES_THE_EXPECTED_STEPS: u64 = 4;
/// Those that take fewer are also tried with a few repetitions more and less.
pub(crate) const MOST_STEPS_OF_A_CLOSE_LOOK: u64 = 8_000_000;
/// Repetitions take so many times the operations that everything else takes, and what it costs to start an
/// execution, in operations.
pub(crate) const TIMES_THE_OTHERS_FOR_PUMPING: u64 = 1;
pub(crate) const STEPS_PER_PROBE: u64 = 10_000;

/// How long counterexamples that take many iterations are looked for before a program is explored, and
/// the part of the time that this takes at most.
pub(crate) const INDUCTION: Duration = Duration::from_secs(3);
pub(crate) const SHARE_OF_INDUCTION: u32 = 8;

/// How often a loop whose iterations are determined is followed before they are leapt over.
pub(crate) const ITERATIONS_BEFORE_A_LEAP_WITHOUT_FORK: u64 = 128;

/// How many leaps later a path is followed further that goes through such a loop step by step.
pub(crate) const LEVELS_OF_A_LOOP_WITHOUT_FORK: u32 = 3;

/// The most leaps on one path.
pub(crate) const MOST_LEAPS_OF_A_PATH: usize = 12;

/// The most paths that wait to be followed.
pub(crate) const MOST_PATHS_WAITING: usize = 20_000;

/// How many instances of one claim are executed that turn out not to violate it.
pub(crate) const ATTEMPTS_OF_INDUCTION: u32 = 16;

/// How long an instance is executed in the interpreter before it is handed in.
pub(crate) const EXECUTION_OF_AN_INSTANCE: Duration = Duration::from_millis(400);

/// How long to look for a proof that a pattern is a counterexample for all values of a constant.
pub(crate) const PROOF_OF_A_PATTERN: Duration = Duration::from_millis(700);

/// The most lines in a row that are told of the pattern of a counterexample.
pub(crate) const MOST_LINES_OF_A_PATTERN: usize = 12;

/// The most inputs of one instance.
pub(crate) const MOST_INPUTS_OF_AN_INSTANCE: u64 = 4_000_000;

// Stages of an exploration.

/// The part of the time for which the first call of functions with `static` locals is explored
/// before any call is.
pub(crate) const SHARE_OF_FIRST_CALL: u32 = 4;

/// The part of the time that each stage of an exploration but the last takes at most.
pub(crate) const SHARE_OF_STAGE: u32 = 4;

/// How long states are matched exactly before they are generalised.
pub(crate) const EXACT_STAGE: Duration = Duration::from_secs(1);
/// The same for a program of Java, which starts with more than one of C does.
pub(crate) const EXACT_STAGE_OF_JAVA: Duration = Duration::from_secs(2);
/// The same for a method of Java: objects bring the library with them, and what is alike in
/// shape there is rarely alike in what follows.
pub(crate) const EXACT_STAGE_OF_METHODS: Duration = Duration::from_secs(8);

/// How long generalised states are explored.
pub(crate) const GENERAL_STAGE: Duration = Duration::from_secs(3);

/// How long claims on the way to the end are explored without postconditions, and the part of
/// the time that is kept for that at most.
pub(crate) const WITHOUT_POSTCONDITIONS: Duration = Duration::from_secs(1);
pub(crate) const SHARE_WITHOUT_POSTCONDITIONS: u32 = 10;

/// How many objects of the caller a search may come to that is only tried: exact matching comes
/// to an end after a few of them, or never.
pub(crate) const MOST_NODES_OF_A_TRIAL: u32 = 12;

/// A stage that has made at most so many decisions about unknown values goes on beyond its time: it is
/// nearly one concrete execution.
pub(crate) const DECISIONS_OF_A_NEARLY_CONCRETE_RUN: u64 = 20;

/// How many operations are executed between polls of time, memory and interrupts.
pub(crate) const STEPS_BETWEEN_LIMIT_POLLS: u64 = 2_000;

// Driven executions.

/// How long a program is driven, and the part of the time that this takes at most.
pub(crate) const DRIVING: Duration = Duration::from_secs(10);
pub(crate) const SHARE_OF_DRIVING: u32 = 2;

/// How many operations an execution may take from one input to the next, and while answers are repeated.
pub(crate) const STEPS_BETWEEN_INPUTS: u64 = 10_000_000;
pub(crate) const STEPS_OF_REPETITIONS: u64 = 1_000_000_000;

/// How many answers to one question are tried, and how many texts of the program, up to which length.
pub(crate) const ANSWERS_TRIED: usize = 32;
pub(crate) const LITERALS_TRIED: usize = 24;
pub(crate) const LONGEST_LITERAL_TRIED: usize = 16;
pub(crate) const NUMBERS_TRIED_AS_TEXT: usize = 12;

/// How long the strings are that are tried where a whole string is asked for.
pub(crate) const LENGTHS_OF_STRINGS_TRIED: [usize; 7] = [0, 1, 9, 70, 600, 5_000, 20_000];

/// The most answers that are repeated together.
pub(crate) const LONGEST_CYCLE: usize = 64;

/// How many iterations of a cycle tell executions apart that are otherwise alike.
pub(crate) const ITERATIONS_THAT_TELL_APART: u64 = 8;

/// After each of these iterations it is looked what is ahead, if nothing changed in so many: a counter of
/// a byte comes around.
pub(crate) const ITERATIONS_WALKED: [RangeInclusive<u64>; 2] = [120..=136, 240..=272];
pub(crate) const ITERATIONS_BEFORE_THE_WALK: u64 = 16;

/// How late something is done, as the binary logarithm of how many iterations of a cycle cost as much:
/// following an execution with each answer, with those that take no other course, with the texts of the program, looking after each iteration,
/// repeating any two answers together, executing with any three.
/// New abstract states come before others.
pub(crate) const RANK_OF_NEWS: u32 = 6;
pub(crate) const RANK_OF_EXPANSIONS: u32 = 12;
pub(crate) const RANK_OF_ALTERNATIVES: u32 = 8;
pub(crate) const RANK_OF_LINES: u32 = 12;
pub(crate) const RANK_OF_WALKS: u32 = 8;
pub(crate) const RANK_OF_MIXTURES: u32 = 14;
pub(crate) const RANK_OF_PROBES: u32 = 14;

/// How many executions are looked at closely just before an abstract state changes, one iteration apart,
/// and how many changes of one state.
pub(crate) const ITERATIONS_PROBED_BEFORE_A_CHANGE: u64 = 3;
pub(crate) const CHANGES_PROBED: u32 = 2;

/// How much later than others: answers that make no difference before the next input, several of them
/// together, and executions whose abstract state did not change although a cycle was repeated.
pub(crate) const DELAY_OF_ALTERNATIVES: u32 = 6;
pub(crate) const DELAY_OF_MIXTURES: u32 = 7;
pub(crate) const DELAY_OF_REPEATED_STATES: u32 = 2;

/// What it costs to copy a state and to start executing it, in operations.
pub(crate) const STEPS_PER_SNAPSHOT: u64 = 1_000;

/// Repetitions of more iterations take a third of the time; so many are repeated at most.
pub(crate) const ITERATIONS_REPEATED_QUICKLY: u64 = 1 << 13;
pub(crate) const ITERATIONS_REPEATED_AT_MOST: u64 = 1 << 24;

// Inferred specifications.

/// The first bound on objects of each class and on iterations of each loop, and the last one that is
/// tried where nobody says more.
pub(crate) const FIRST_SCOPE: u32 = 2;
pub(crate) const DEEPEST_SCOPE: u32 = 5;

/// The most locations of one procedure whose loops are unrolled.
pub(crate) const MOST_UNROLLED_LOCATIONS: usize = 20_000;

// Queries.

/// The longest that one query may take.
pub(crate) const QUERY_TIME: Duration = Duration::from_secs(10);

/// So many assumptions in a row are added to a path before it is asked whether they can hold together.
pub(crate) const MOST_ASSUMPTIONS_WITHOUT_A_QUERY: u32 = 100;

/// The longest that a query may take whose answer only saves work.
pub(crate) const OPTIONAL_QUERY_TIME: Duration = Duration::from_secs(2);

/// As soon as so many of these were answered, one may take at most so many times as long as they took
/// on average, and at least so long: what takes much longer is mostly not answered at all.
pub(crate) const OPTIONAL_QUERIES_BEFORE_THE_MEAN_COUNTS: u32 = 10;
pub(crate) const MOST_TIMES_THE_MEAN_OPTIONAL_QUERY: u32 = 50;
pub(crate) const SHORTEST_OPTIONAL_QUERY_TIME: Duration = Duration::from_millis(500);

/// How many levels of a term are looked into for the range of its values, before a query is asked.
pub(crate) const RANGE_TERM_DEPTH: u32 = 6;

// The frontier.

/// How many iterations of loops longer a path counts as for each delay on it.
pub(crate) const ITERATIONS_PER_DELAY: u64 = 64;

/// The most edges of one side of a branch whose sides are merged.
pub(crate) const MOST_EDGES_OF_A_MERGED_BRANCH: usize = 24;

/// The most locals that are different where both sides of a merged branch meet.
pub(crate) const MOST_LOCALS_MERGED: usize = 4;

/// How many operations before an indirect call its check is looked for.
pub(crate) const MOST_OPERATIONS_BETWEEN_CHECK_AND_CALL: usize = 16;

// Matching.

/// How many states of one point are kept before it is asked whether matching pays.
pub(crate) const MATCHING_TRIAL_STATES: u64 = 300;

/// The same where it has not paid elsewhere.
pub(crate) const MATCHING_TRIAL_STATES_IF_IT_DID_NOT_PAY: u64 = 30;

/// Matching pays if one in so many states is dropped.
pub(crate) const STATES_PER_WORTHWHILE_MATCH: u64 = 50;

/// How many states of one point a new one is compared with.
pub(crate) const MOST_STATES_COMPARED: usize = 100;

/// How many iterations of a loop without a fork are compared and stored like all others. Of a longer
/// one, mostly a loop that ends by itself, only iterations 16, 32, 64 … are stored. One without end comes
/// to one of them again.
pub(crate) const ITERATIONS_STORED_WITHOUT_FORK: u64 = 8;

/// How many iterations of loops without a fork are compared at all, and every how many from then on: a
/// loop without end comes to the same state at one of them again.
pub(crate) const ITERATIONS_MATCHED_WITHOUT_FORK: u64 = 64;

/// How many addends of a sum are looked at to compare numbers.
pub(crate) const MOST_ADDENDS_OF_A_SUM: usize = 16;

/// How many states of one point are kept as they are before others are generalised.
pub(crate) const STATES_BEFORE_GENERALISATION: usize = 3;

/// How many guesses of an invariant are decided for one state.
pub(crate) const MOST_GUESSED_INVARIANTS: usize = 100;

/// How many constants of a procedure are guessed as limits of its numbers.
pub(crate) const MOST_CONSTANTS_GUESSED_AS_LIMITS: usize = 12;

// What one path may do.

/// The most calls inside each other.
pub(crate) const MOST_NESTED_CALLS: u32 = 40_000;

/// The most places that an access at an unknown offset is spread over. Beyond that, execution
/// forks on the offset.
pub(crate) const MOST_OFFSETS_WITHOUT_FORK: u64 = 600;

/// How many addends of an offset are looked at: together they stay within half of all numbers if
/// each is within a part of that.
pub(crate) const MOST_ADDENDS_OF_AN_OFFSET: usize = 8;

/// Where the number of bytes to copy is unknown, it is so many of what it is a multiple of at most, or
/// else more.
pub(crate) const COPY_SIZES_TRIED: [u64; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 512];

/// The largest values of which whole ones are copied, in bytes.
pub(crate) const MOST_BYTES_OF_A_COPIED_VALUE: u64 = 8;

/// The most bytes that are copied or filled at once.
pub(crate) const MOST_BYTES_COPIED: u128 = 1 << 24;

/// The most elements of an array of the caller's that are copied or filled at once: each is
/// chosen on its own.
pub(crate) const MOST_CALLERS_ELEMENTS_COPIED: u64 = 1 << 12;

/// The most bytes of a copy of what was never written that are chosen so that both sides hold the same.
/// What is more is chosen for each side on its own, which allows more than happens.
pub(crate) const MOST_UNWRITTEN_BYTES_COPIED: u64 = 1 << 10;

/// The most bytes of what was never written that one variable stands for.
pub(crate) const MOST_UNWRITTEN_BYTES_PER_VARIABLE: u64 = 8;

// Counterexamples.

/// How many choices are tried to complete the heap that a counterexample leaves open.
pub(crate) const MOST_COMPLETIONS_OF_A_HEAP: usize = 300;

/// How long to look for smaller values of one counterexample.
pub(crate) const MINIMISATION_TIME: Duration = Duration::from_millis(300);

/// Limits for numbers of things in a counterexample, tried one after the other.
pub(crate) const COUNTS_TRIED_AS_LIMITS: [u128; 8] = [0, 1, 2, 4, 8, 64, 1 << 10, 1 << 16];

/// How far below zero a number still reads well.
pub(crate) const LARGEST_READABLE_NEGATIVE: u128 = 99;

/// The most elements of an array that are given although none of them was accessed.
pub(crate) const MOST_UNACCESSED_ELEMENTS_GIVEN: u64 = 1 << 16;

// `shape`: how long an analysis of shapes may take, as a part of the time; programs that are longer than so many
// operations when their calls are replaced by what they call are not analysed, nor are those that need more
// structures.
pub(crate) const SHAPES: Duration = Duration::from_secs(4);
pub(crate) const SHARE_OF_SHAPES: u32 = 3;
/// How long it works alone before other engines start beside it: most lists are proved by then.
pub(crate) const HEAD_START_OF_SHAPES: Duration = Duration::from_millis(200);
pub(crate) const MOST_OPERATIONS_OF_A_FLAT_PROGRAM: usize = 4_000;
pub(crate) const MOST_STRUCTURES: usize = 400_000;
// Calls of a library whose code is longer than so many operations, with all that it calls, are left where they are.
pub(crate) const MOST_OPERATIONS_OF_A_LIBRARY_CALL: usize = 150;
// Constants beyond so many are not told apart in the numbers of objects.
pub(crate) const MOST_CONSTANTS_OF_SHAPES: usize = 3;

// Unknown callers.

/// So many ways to give pointers are told apart.
pub(crate) const MOST_WAYS_OF_A_CALLER: usize = 24;

// Paths backward from alarms.

/// The length up to which all alarms are searched before any is searched further; it is doubled
/// while time remains.
pub(crate) const FIRST_LENGTH_OF_PATHS: u32 = 16;

/// The most models of paths to one claim that are executed.
pub(crate) const MODELS_OF_A_CLAIM: u32 = 8;

/// The most terms that are built before the search gives up.
pub(crate) const TERMS_OF_BACKWARD_PATHS: usize = 30_000_000;

/// The most suffixes of one target that wait to be extended.
pub(crate) const MOST_SUFFIXES_WAITING: usize = 200_000;

/// The most steps that are taken at once where there is no choice.
pub(crate) const LONGEST_STRETCH_BACKWARD: usize = 10_000;

/// The most suffixes of one place that others are compared with.
pub(crate) const MOST_SUFFIXES_OF_A_PLACE: usize = 64;

/// The longest paths on which an execution is looked for that comes to such a place.
pub(crate) const LONGEST_ESCAPE: u32 = 64;

/// The most operations of a program that is run to its end.
pub(crate) const STEPS_OF_AN_INSTANCE: u64 = 1_000_000;

/// The longest that one question may take, unless somebody is less patient.
pub(crate) const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// How long to look for smaller values.
pub(crate) const MINIMISING_A_MODEL: Duration = Duration::from_millis(300);

/// The least time that one goal gets.
pub(crate) const LEAST_TIME_OF_A_GOAL: Duration = Duration::from_millis(200);

// Predicate abstraction.

/// The most terms that are built before the search gives up.
pub(crate) const TERMS_OF_PREDICATES: usize = 20_000_000;

/// The most operations between two places where paths meet.
pub(crate) const OPERATIONS_OF_A_SEGMENT: usize = 20_000;

/// The most ways to go on from one place.
pub(crate) const MOST_SEGMENTS_OF_A_PLACE: usize = 1_000;

/// The most calls of one procedure that may be under way.
pub(crate) const MOST_RECURSIVE_CALLS: u32 = 6;

/// The most atoms that a condition is taken apart into.
pub(crate) const MOST_ATOMS: usize = 8;

/// The most terms of a predicate.
pub(crate) const LARGEST_PREDICATE: usize = 300;

/// The most predicates of a place.
pub(crate) const MOST_PREDICATES_OF_A_PLACE: usize = 100;

/// The most conditions of a core that are tried to be left out.
pub(crate) const MOST_CONDITIONS_LEFT_OUT: usize = 64;

/// How many questions a solver is asked before another takes its place: segments have little in common, and all that
/// was ever asked about slows a solver down.
pub(crate) const QUESTIONS_OF_A_SOLVER: u64 = 50;

/// How long a core is made smaller.
pub(crate) const MINIMISING_A_CORE: Duration = Duration::from_secs(2);

/// The most nodes of a tree.
pub(crate) const MOST_NODES_OF_A_TREE: usize = 20_000;

/// The longest that the solver is asked whether states of a region take a segment; if it takes longer, they may.
pub(crate) const LONGEST_ABOUT_SEGMENT: Duration = Duration::from_secs(1);

/// The same of a predicate behind a segment.
pub(crate) const LONGEST_ABOUT_PREDICATE: Duration = Duration::from_millis(300);

// How inputs are changed, and what with.

/// The longest text that is taken for a word, and the most words.
pub(crate) const LONGEST_WORD: usize = 40;
pub(crate) const MOST_WORDS: usize = 400;

/// The longest word that may be a command, and the most of them.
pub(crate) const LONGEST_COMMAND: usize = 16;
pub(crate) const MOST_COMMANDS: usize = 48;

/// The most repetitions that a size of the program suggests.
pub(crate) const MOST_SUGGESTED_REPETITIONS: usize = 4_200;

/// The longest text.
pub(crate) const LONGEST_PROBED_TEXT: usize = 1 << 13;

/// The longest part that is moved, copied or repeated.
pub(crate) const LONGEST_CHANGED_PART: usize = 32;

/// The most places at which one operand is replaced.
pub(crate) const MOST_PLACES_OF_AN_OPERAND: usize = 6;

/// Up to so many changes are made at once, as powers of two.
pub(crate) const MOST_DOUBLINGS: usize = 4;

/// The most arguments that are given.
pub(crate) const MOST_PROBED_ARGUMENTS: u32 = 6;

/// How many names of one kind are made for one of another: tables that grow with their names grow apart.
pub(crate) const NAMES_BEFORE_OTHERS: usize = 3;

/// How many characters that follow each other are repeated together.
pub(crate) const MOST_CHARACTERS_TOGETHER: usize = 4;

// Leaps over iterations.

/// How many of the last visits of a loop are kept: a closed form is read off them.
pub(crate) const POINTS_OF_A_LOOP: usize = 4;

/// How often an iteration is repeated one by one on paths that do not leap over it.
pub(crate) const ITERATIONS_BESIDE_A_LEAP: usize = 3;

/// The most paths along one trail.
pub(crate) const MOST_PATHS_REHEARSED: usize = 32;
