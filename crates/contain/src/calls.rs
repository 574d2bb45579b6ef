//! The filter of system calls: a program for the kernel that refuses what a checked program has no
//! business with.
//!
//! It has a part for each architecture whose programs the machine runs, since a process can make the
//! calls of all of them: a program of 32 bits runs beside those of 64.

use super::Processes;
use seccompiler::{BpfProgram, sock_filter};

/// What becomes of a call.
#[derive(Clone, Copy)]
enum Rule {
    /// It is refused.
    Never,
    /// The kernel has no such call: whoever makes it knows what to do instead.
    Missing,
    /// It is refused unless the argument with this number passes one of the tests.
    Only(u32, &'static [Test]),
    /// It is refused if it does.
    Except(u32, &'static [Test]),
}

/// A test of the lower 32 bits of an argument.
#[derive(Clone, Copy)]
enum Test {
    Is(u32),
    /// One of these bits is set.
    Has(u32),
    /// It is the process itself.
    IsItself,
}

use Rule::{Except, Missing, Never, Only};
use Test::{Has, Is, IsItself};

/// The numbers of a call on x86-64, i386 and arm64; [`NONE`] where there is no such call.
type Numbers = [u32; 3];

const NONE: u32 = u32::MAX;

/// Newer calls have one number everywhere.
const fn all(number: u32) -> Numbers {
    [number; 3]
}

const TO_ITSELF: Rule = Only(0, &[IsItself, Is(0)]);

const CLONE_THREAD: u32 = 0x0001_0000;
/// `CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_UNTRACED`: how the leak sanitizer starts what looks at
/// the threads of the process.
const CLONE_OF_LEAK_SANITIZER: u32 = 0x0080_0700;
/// `CLONE_NEWNS`, `CLONE_NEWUSER` and so on: in a namespace of its own a process has capabilities.
const CLONE_NAMESPACES: u32 = 0x7e02_0000;
const F_SETOWN: u32 = 8;
const F_SETOWN_EX: u32 = 15;
/// The owner of a file is signalled when there is something to read.
const NO_OWNER: Rule = Except(1, &[Is(F_SETOWN), Is(F_SETOWN_EX)]);

/// The calls of every program that is contained.
const CALLS: &[(Rule, Numbers)] = &[
    // A socket is how one talks to anybody else. On i386, `socketcall` is all of these calls; a ring
    // makes calls that no filter sees.
    (Never, [41, 359, 198]),    // socket
    (Never, [NONE, 102, NONE]), // socketcall
    (Missing, all(425)),        // io_uring_setup
    // Signals, also by way of files and of limits, and the memory of other processes.
    (TO_ITSELF, [62, 37, 129]),    // kill
    (TO_ITSELF, [200, 238, 130]),  // tkill
    (TO_ITSELF, [234, 270, 131]),  // tgkill
    (TO_ITSELF, [129, 178, 138]),  // rt_sigqueueinfo
    (TO_ITSELF, [297, 335, 240]),  // rt_tgsigqueueinfo
    (Never, all(424)),             // pidfd_send_signal
    (NO_OWNER, [72, 55, 25]),      // fcntl
    (NO_OWNER, [NONE, 221, NONE]), // fcntl64
    (TO_ITSELF, [302, 340, 261]),  // prlimit64
    (Never, [141, 97, 140]),       // setpriority
    (Never, [311, 348, 271]),      // process_vm_writev
    (Never, all(438)),             // pidfd_getfd
    // It stays in its group, by which it is ended, and in its namespaces.
    (Never, [112, 66, 157]),  // setsid
    (Never, [109, 57, 154]),  // setpgid
    (Never, [272, 310, 97]),  // unshare
    (Never, [308, 346, 268]), // setns
    // Landlock has no rule for modes, owners, times and attributes of files, nor at first for lengths.
    (Never, [90, 15, NONE]),    // chmod
    (Never, [91, 94, 52]),      // fchmod
    (Never, [268, 306, 53]),    // fchmodat
    (Never, all(452)),          // fchmodat2
    (Never, [92, 182, NONE]),   // chown
    (Never, [NONE, 212, NONE]), // chown32
    (Never, [93, 95, 55]),      // fchown
    (Never, [NONE, 207, NONE]), // fchown32
    (Never, [94, 16, NONE]),    // lchown
    (Never, [NONE, 198, NONE]), // lchown32
    (Never, [260, 298, 54]),    // fchownat
    (Never, [132, 30, NONE]),   // utime
    (Never, [235, 271, NONE]),  // utimes
    (Never, [261, 299, NONE]),  // futimesat
    (Never, [280, 320, 88]),    // utimensat
    (Never, [NONE, 412, NONE]), // utimensat_time64
    (Never, [188, 226, 5]),     // setxattr
    (Never, [189, 227, 6]),     // lsetxattr
    (Never, [190, 228, 7]),     // fsetxattr
    (Never, all(463)),          // setxattrat
    (Never, [197, 235, 14]),    // removexattr
    (Never, [198, 236, 15]),    // lremovexattr
    (Never, [199, 237, 16]),    // fremovexattr
    (Never, all(466)),          // removexattrat
    (Never, [76, 92, 45]),      // truncate
    (Never, [NONE, 193, NONE]), // truncate64
    // Memory that belongs to no process or outlives it. On i386, `ipc` is several of these calls.
    (Never, [319, 356, 279]),   // memfd_create
    (Never, all(447)),          // memfd_secret
    (Never, [29, 395, 194]),    // shmget
    (Never, [64, 393, 190]),    // semget
    (Never, [68, 399, 186]),    // msgget
    (Never, [NONE, 117, NONE]), // ipc
    (Never, [240, 277, 180]),   // mq_open
    (Never, [248, 286, 217]),   // add_key
    (Never, [249, 287, 218]),   // request_key
    (Never, [250, 288, 219]),   // keyctl
    // What looks into the kernel.
    (Never, [321, 357, 280]), // bpf
    (Never, [298, 336, 241]), // perf_event_open
    // It hides from a filter what it is asked for. The C library falls back to `clone`.
    (Missing, all(435)), // clone3
];

/// New processes where there may be none.
const ALONE: &[(Rule, Numbers)] = &[
    (Never, [57, 2, NONE]),   // fork
    (Never, [58, 190, NONE]), // vfork
    (
        Only(0, &[Has(CLONE_THREAD), Is(CLONE_OF_LEAK_SANITIZER)]),
        [56, 120, 220], // clone
    ),
];

/// New processes where there may be some.
const WITH_OTHERS: &[(Rule, Numbers)] = &[
    (Except(0, &[Has(CLONE_NAMESPACES)]), [56, 120, 220]), // clone
];

/// An architecture as the kernel tells a filter.
struct Architecture {
    audit: u32,
    /// Which of the [`Numbers`] are its own.
    column: usize,
}

/// The architectures of the processes that can run here.
const ARCHITECTURES: &[Architecture] = if cfg!(target_arch = "x86_64") {
    &[
        Architecture {
            audit: 0xc000_003e,
            column: 0,
        },
        Architecture {
            audit: 0x4000_0003,
            column: 1,
        },
    ]
} else if cfg!(target_arch = "aarch64") {
    &[Architecture {
        audit: 0xc000_00b7,
        column: 2,
    }]
} else {
    &[]
};

/// Whether calls are known by number here.
pub(super) const KNOWS_CALLS: bool = !ARCHITECTURES.is_empty();

/// On x86-64, calls of another convention have numbers from here on.
const X32: u32 = 0x4000_0000;

/// A filter that still has to learn which process it is for.
pub(super) struct Filter {
    program: BpfProgram,
    /// The instructions that compare with the number of the process.
    itself: Vec<usize>,
}

impl Filter {
    /// The filter for a program.
    pub(super) fn new(processes: Processes) -> Filter {
        let mut filter = Filter {
            program: Vec::new(),
            itself: Vec::new(),
        };
        let own = match processes {
            Processes::One => ALONE,
            Processes::Few => WITH_OTHERS,
        };
        for architecture in ARCHITECTURES {
            filter.push(load(ARCHITECTURE));
            filter.push(jump(IF_EQUAL, architecture.audit, 1, 0));
            let over = filter.program.len();
            filter.push(jump(ALWAYS, 0, 0, 0));
            filter.part(architecture, CALLS.iter().chain(own));
            let length = filter.program.len() - over - 1;
            filter.program[over].k = length as u32;
        }
        filter.push(answer(KILL));
        filter
    }

    /// What is done with the calls of an architecture.
    fn part<'a>(
        &mut self,
        architecture: &Architecture,
        calls: impl Iterator<Item = &'a (Rule, Numbers)>,
    ) {
        self.push(load(NUMBER));
        if architecture.column == 0 {
            self.push(jump(IF_AT_LEAST, X32, 0, 1));
            self.push(answer(NO_SUCH_CALL));
        }
        for (rule, numbers) in calls {
            let number = numbers[architecture.column];
            if number != NONE {
                self.call(number, *rule);
            }
        }
        self.push(answer(ALLOW));
    }

    fn call(&mut self, number: u32, rule: Rule) {
        let simple = |filter: &mut Filter, refusal| {
            filter.push(jump(IF_EQUAL, number, 0, 1));
            filter.push(answer(refusal));
        };
        match rule {
            Never => simple(self, NOT_PERMITTED),
            Missing => simple(self, NO_SUCH_CALL),
            Only(argument, tests) => self.tested(number, argument, tests, [NOT_PERMITTED, ALLOW]),
            Except(argument, tests) => self.tested(number, argument, tests, [ALLOW, NOT_PERMITTED]),
        }
    }

    /// A call whose fate an argument decides: if no test is passed, the first answer, else the second.
    fn tested(&mut self, number: u32, argument: u32, tests: &[Test], [none, some]: [u32; 2]) {
        let length = tests.len() as u8;
        self.push(jump(IF_EQUAL, number, 0, length + 3));
        self.push(load(ARGUMENTS + 8 * argument));
        for (left, test) in (1..=length).rev().zip(tests) {
            let (code, value) = match test {
                Is(value) => (IF_EQUAL, *value),
                Has(bits) => (IF_HAS, *bits),
                IsItself => {
                    self.itself.push(self.program.len());
                    (IF_EQUAL, 0)
                }
            };
            self.push(jump(code, value, left, 0));
        }
        self.push(answer(none));
        self.push(answer(some));
    }

    fn push(&mut self, instruction: sock_filter) {
        self.program.push(instruction);
    }

    /// Filters the calls of this thread and of all that it starts. Nothing is allocated.
    pub(super) fn apply(&mut self, itself: u32) -> Result<(), seccompiler::Error> {
        for at in &self.itself {
            self.program[*at].k = itself;
        }
        seccompiler::apply_filter(&self.program)
    }
}

/// Whether the kernel takes filters: a thread of ours gets one that refuses nothing.
pub(super) fn is_offered() -> bool {
    let attempt = std::thread::spawn(|| seccompiler::apply_filter(&[answer(ALLOW)]).is_ok());
    KNOWS_CALLS && attempt.join().unwrap_or(false)
}

// `struct seccomp_data`, and the instructions of `linux/filter.h`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;
const LOAD: u16 = 0x20;
const ALWAYS: u16 = 0x05;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const IF_HAS: u16 = 0x45;
const ANSWER: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
const KILL: u32 = 0x8000_0000;
const NOT_PERMITTED: u32 = 0x0005_0000 | 1;
const NO_SUCH_CALL: u32 = 0x0005_0000 | 38;

fn load(offset: u32) -> sock_filter {
    jump(LOAD, offset, 0, 0)
}

fn answer(answer: u32) -> sock_filter {
    jump(ANSWER, answer, 0, 0)
}

fn jump(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}
