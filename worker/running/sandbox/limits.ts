/** The worker's own limits on a call. The prelude and the executor check theirs first. */
export const limits = {
  outputBytes: 6 * 1024 * 1024,
  logEntries: 1_000,
  logBytes: 256 * 1024,
  hostCalls: 10_000,
  hostCallsAtOnce: 64,
  /** For a streamed answer: writes, the bytes of one, and the bytes of all. */
  writes: 100_000,
  chunkBytes: 1024 * 1024,
  streamBytes: 100 * 1024 * 1024,
  outboundCalls: 50,
  progress: 1_000,
};

/**
 * The most frames within a second for which no call waits. When 64 calls time out together, there are a few thousand.
 */
export const mostStrayFrames = 100_000;
/** What an executor may leave unread: more than all calls that a worker has room for send at once. */
export const mostUnreadBytes = 256 * 1024 * 1024;

/** How often executors with running calls are pinged and measured. */
export const pulseMs = 20;
/**
 * Pulses without a sign of life after which an executor counts as dead. They take two seconds, because a crowded
 * machine may keep an honest one waiting for one second. Calls have their own limits: this is for what blocks the whole
 * executor.
 */
export const missedPulses = 100;
/**
 * CPU time after which a silent main thread counts as blocked by a turn. The engine ends the turns that it can after 50
 * ms, and all other work takes much less.
 */
export const heldMs = 150;
/** With more calls under way than this, calls that leave one by one would keep others from leaving together. */
export const inlineCalls = 4;
/** How long calls of a Function that blocked a main thread get threads of their own. */
export const inlineBarMs = 10 * 60_000;
/** How long a silent new isolate may count as being created. */
export const coldMs = 100;
/** The least time that a call waits for a free executor. Usually it waits until its own time limit. */
export const leastRoomMs = 5_000;
/**
 * Calls in a row that wait for nothing before more may stand in line. Standing behind one that waited costs the
 * penalty.
 */
export const quickCalls = 16;
export const quickPenalty = 100;
/** How long a call may be expected to stand in line: with every processor busy, and while another isolate could run. */
export const lineMs = 4;
export const sparingLineMs = 0.1;
/** From telling an executor to stop a call until killing it. */
export const stopToKillMs = 285;
/** How much an executor may grow beyond the memory limits of its running calls. */
export const memorySlackBytes = 64 * 1024 * 1024;
/** Unexplained growth from which on an executor's isolates are weighed, and for how long at most, in milliseconds. */
export const weighBytes = 48 * 1024 * 1024;
export const weighMs = 3_000;
/** Growth of this size is no evidence against any isolate. */
export const noiseBytes = 16 * 1024 * 1024;
/** How much an executor may hold beyond the memory that its isolates explain and its calls may use. */
export const nativeCapBytes = 192 * 1024 * 1024;
/**
 * How long an executor may take to start. Usually it takes 0.1 s; it took ten seconds on a machine with thirty times
 * too much work.
 */
export const startMs = 60_000;
/** If an executor has been ready for this long, it counts as stable. */
export const standsMs = 1_000;
/** After an executor that ended right after its start, we wait this long before we start another one. */
export const startPauseMs = 1_000;
/** How often the memory of idle executors is checked. */
export const tidyMs = 1_000;
/** The estimate for an idle isolate: 2.4 MB, plus what a small Function keeps. */
export const isolateBytes = 4 * 1024 * 1024;
/** An executor of this size is replaced when its calls are done, whatever is in it. */
export const retireBytes = 640 * 1024 * 1024;
/** An executor in which something was killed is replaced when it is larger than a new one by more than this part. */
export const retireGrowth = 0.15;
/** No executor younger than this is replaced for its size: an attack must not make others start cold all the time. */
export const retireAgeMs = 5_000;
/** How long an unused isolate is kept. */
export const idleIsolateMs = 10 * 60_000;
/** How long after its last call an executor is calm. Memory beyond its isolates and this slack is then given back. */
export const calmMs = 15_000;
export const calmSlackBytes = 8 * 1024 * 1024;
/** How often a call is begun when its executors were lost for unknown reasons. */
export const mostAttempts = 3;
/**
 * Executors that somebody kills together are noticed one after the other. An attempt that was lost so soon after it began may
 * have been sent to one that was dead already, so it does not count. A call has at most `mostAttempts` of these.
 */
export const unnoticedMs = 250;
/** How long a Function's own executor is kept idle. */
export const soloIdleMs = 10_000;
/**
 * Executors that Functions have to themselves: in all, of which the last ones are for Projects that have none; of a
 * Project; and of one of its tenants.
 */
export const soloExecutors = 12;
export const soloOpenToAll = 8;
export const soloOfProject = 4;
export const soloOfTenant = 3;
/**
 * The number of processes for long cryptographic operations; how long an unwanted operation may go on; how long an idle
 * process is kept.
 */
export const longCryptoProcesses = 2;
export const longCryptoGraceMs = 100;
export const longCryptoIdleMs = 30_000;
