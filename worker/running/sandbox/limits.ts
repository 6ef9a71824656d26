/** The worker's own limits on a call. The prelude and the executor check theirs first. */
export const limits = {
  outputBytes: 6 * 1024 * 1024,
  logEntries: 1_000,
  logBytes: 256 * 1024,
  hostCalls: 10_000,
  hostCallsAtOnce: 64,
  /** Results of steps that a run stores beside them. */
  keepsAtOnce: 8,
  /** The JSON of everything that a run waits for. */
  waitBytes: 4 * 1024 * 1024,
  /** For a streamed response: writes, the bytes of one, and the bytes of all. */
  writes: 100_000,
  chunkBytes: 1024 * 1024,
  streamBytes: 100 * 1024 * 1024,
  outboundCalls: 50,
  progress: 1_000,
};

/**
 * The most frames per second that belong to no waiting call. When 64 calls time out together, there are a few thousand.
 */
export const mostStrayFrames = 100_000;
/** The most that an executor may leave unread: more than all concurrent calls of a worker send at once. */
export const mostUnreadBytes = 256 * 1024 * 1024;

/** How often we ping and measure executors with running calls. */
export const pulseMs = 20;
/**
 * After this many pulses without a sign of life, an executor counts as dead. They take two seconds, because a crowded
 * machine may delay an honest executor by one second. Calls have their own limits: this one is for a block of the whole
 * executor.
 */
export const missedPulses = 100;
/**
 * If a silent main thread has used this much CPU time, a turn counts as blocking it. After 50 ms, the engine ends each
 * turn that it can end, and all other work takes much less.
 */
export const heldMs = 150;
/** With more calls under way than this, calls that leave one by one would prevent others from leaving together. */
export const inlineCalls = 4;
/** How long calls of a Function that blocked a main thread run in separate threads. */
export const inlineBarMs = 10 * 60_000;
/** How long a silent new isolate may count as being created. */
export const coldMs = 100;
/** The shortest time for which a call waits for a free executor. Usually it waits until its own time limit. */
export const leastRoomMs = 5_000;
/**
 * How many calls in a row must not wait before more may stand in line. If a call stood behind one that waited, this
 * many are added.
 */
export const quickCalls = 16;
export const quickPenalty = 100;
/** The longest expected wait in line: with every processor busy, and while another isolate could run. */
export const lineMs = 4;
export const sparingLineMs = 0.1;
/** The time between telling an executor to stop a call and killing it. */
export const stopToKillMs = 285;
/** How much an executor may grow beyond the memory limits of its running calls. */
export const memorySlackBytes = 64 * 1024 * 1024;
/** From how much unexplained growth on we weigh an executor's isolates, and for how long at most, in milliseconds. */
export const weighBytes = 48 * 1024 * 1024;
export const weighMs = 3_000;
/** Growth of this size is no evidence against an isolate. */
export const noiseBytes = 16 * 1024 * 1024;
/** How much an executor may hold beyond the memory that its isolates account for and its calls may use. */
export const nativeCapBytes = 192 * 1024 * 1024;
/**
 * How long an executor may take to start. The usual time is 0.1 s; it was ten seconds on a machine with thirty times
 * too much work.
 */
export const startMs = 60_000;
/** If an executor has been ready for this long, it counts as stable. */
export const standsMs = 1_000;
/** How long we wait after an executor has ended right after its start, before we start another one. */
export const startPauseMs = 1_000;
/** How often we check the memory of idle executors. */
export const tidyMs = 1_000;
/** The estimate for an idle isolate: 2.4 MB, plus the memory that a small Function keeps. */
export const isolateBytes = 4 * 1024 * 1024;
/** An executor of this size is replaced when its calls are done, whatever it contains. */
export const retireBytes = 640 * 1024 * 1024;
/**
 * If something in an executor was killed, it is replaced when it exceeds the size of a new one by more than this share.
 */
export const retireGrowth = 0.15;
/** No younger executor is replaced for its size, so that an attack cannot make others start cold all the time. */
export const retireAgeMs = 5_000;
/** How long we keep an unused isolate. */
export const idleIsolateMs = 10 * 60_000;
/**
 * How long after its last call an executor counts as calm. It then gives back memory beyond its isolates and this
 * slack.
 */
export const calmMs = 15_000;
export const calmSlackBytes = 8 * 1024 * 1024;
/** How often we start a call again when its executors were lost for unknown reasons. */
export const mostAttempts = 3;
/**
 * If somebody kills executors together, we notice their ends one after another. An attempt that was lost this soon
 * after it began may have gone to an executor that was already dead, so it does not count. A call has at most
 * `mostAttempts` of these.
 */
export const unnoticedMs = 250;
/** How long a Function's own executor stays when idle. */
export const soloIdleMs = 10_000;
/**
 * The limits for executors of a single Function: in all, with the last ones reserved for Projects that have none; for
 * one Project; for one of its tenants.
 */
export const soloExecutors = 12;
export const soloOpenToAll = 8;
export const soloOfProject = 4;
export const soloOfTenant = 3;
/**
 * The number of processes for long cryptographic operations; how long an unwanted operation may continue; how long an
 * idle process stays.
 */
export const longCryptoProcesses = 2;
export const longCryptoGraceMs = 100;
export const longCryptoIdleMs = 30_000;
