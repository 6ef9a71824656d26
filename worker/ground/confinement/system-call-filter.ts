import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** System call numbers by Node's name of the processor: x64 from `arch/x86/entry/syscalls`, arm64 `asm-generic`. */
const refused: Record<string, readonly [x64: number, arm64: number]> = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mknodat: [259, 33],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
};

/**
 * To callers, the kernel seems to lack these, so that they use other system calls, which we can filter.
 */
const unknownHere: Record<string, readonly [x64: number, arm64: number]> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** linux/audit.h */
const audit: Record<string, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const clone: Record<string, number> = { x64: 56, arm64: 220 };
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of linux/sched.h */
const newNamespaces = 0x7e020000;
/** The x32 interface on x64, whose calls have other numbers. */
const x32 = 0x40000000;

/** linux/bpf_common.h, linux/seccomp.h */
const load = 0x20;
const equal = 0x15;
const atLeast = 0x35;
const anyBit = 0x45;
const answer = 0x06;
const allow = 0x7fff0000;
const killProcess = 0x80000000;
const fail = (errno: number) => 0x00050000 | errno;
const [EPERM, ENOSYS] = [1, 38];

/**
 * A filter of system calls (seccomp, mode 2; Documentation/userspace-api/seccomp_filter.rst) as an array of `struct
 * sock_filter` for `setpriv --seccomp-filter`. It refuses calls that V8, Node and esbuild never make and in which
 * kernels had holes: namespaces, mounts, other processes' memory, keys, BPF, tracing, modules. Null for other
 * processors.
 */
export function systemCallFilter(arch: string): Buffer | null {
  const machine = audit[arch];
  if (machine === undefined) return null;
  const column = arch === "x64" ? 0 : 1;
  const numbers = (of: typeof refused) => Object.values(of).map((row) => row[column]);
  const program: [code: number, ifTrue: number, ifFalse: number, k: number][] = [];
  program.push([load, 0, 0, 4], [equal, 1, 0, machine], [answer, 0, 0, killProcess], [load, 0, 0, 0]);
  if (arch === "x64") program.push([atLeast, 0, 1, x32], [answer, 0, 0, fail(ENOSYS)]);
  for (const [of, errno] of [[refused, EPERM] as const, [unknownHere, ENOSYS] as const]) {
    const list = numbers(of);
    list.forEach((number, index) => program.push([equal, list.length - index, 0, number]));
    program.push([0x05, 0, 0, 1], [answer, 0, 0, fail(errno)]);
  }
  program.push([equal, 0, 3, clone[arch]!], [load, 0, 0, 16], [anyBit, 0, 1, newNamespaces]);
  program.push([answer, 0, 0, fail(EPERM)], [answer, 0, 0, allow]);
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, k], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return bytes;
}

/** This machine's filter, in a file that lasts as long as this process. Null when there is no filter. */
export function keepSystemCallFilter(): string | null {
  const filter = systemCallFilter(process.arch);
  if (filter === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "ferrule-filter-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "system-calls.bpf");
  writeFileSync(path, filter, { mode: 0o444 });
  return path;
}
