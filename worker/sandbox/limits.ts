/** The worker's own bounds on what a call may bring about; the prelude and the executor count before it. */
export const limits = {
  outputBytes: 6 * 1024 * 1024,
  logEntries: 1_000,
  logBytes: 256 * 1024,
  hostCalls: 10_000,
  hostCallsAtOnce: 64,
  /** Of a streamed answer: writes, the bytes of one, and those of all. */
  writes: 100_000,
  chunkBytes: 1024 * 1024,
  streamBytes: 100 * 1024 * 1024,
  outboundCalls: 50,
  progress: 1_000,
};

/** Frames of an executor within a second that no call waits for; with 64 calls that time out together there are a few thousand. */
export const mostStrayFrames = 100_000;
/** What may wait to be read by an executor: more than all calls that a worker has room for bring at once. */
export const mostUnreadBytes = 256 * 1024 * 1024;

/** How often executors with running calls are pinged and measured. */
export const pulseMs = 20;
/**
 * Pulses without a sign of life after which an executor is taken for dead: two seconds, because a crowded machine may
 * well keep an honest one waiting for one. Calls have their own limits; this is for what holds up everything.
 */
export const missedPulses = 100;
/**
 * CPU time after which a main thread that shows no sign of life is taken to be held up by a turn: the engine ends those that it
 * can after 50 ms, and whatever else there is to do is done much sooner.
 */
export const heldMs = 150;
/** With more calls than this under way, those that leave one by one keep others from leaving together. */
export const inlineCalls = 4;
/** How long calls of a Function that held one up get threads of their own. */
export const inlineBarMs = 10 * 60_000;
/** How long a new isolate may count as being made, where nothing is heard from it. */
export const coldMs = 100;
/** How long at least a call waits for an executor to be free; usually it is until its own time limit. */
export const leastRoomMs = 5_000;
/** Calls on end that wait for nothing, until the next ones may stand in line; fewer by the penalty after one stood in vain. */
export const quickCalls = 16;
export const quickPenalty = 100;
/** How long a call may be expected to stand in line: with every processor busy, and while another isolate could run. */
export const lineMs = 1.5;
export const sparingLineMs = 0.1;
/** From telling an executor to stop a call to killing it. */
export const stopToKillMs = 285;
/** What an executor may grow beyond the memory limits of the calls that are running in it. */
export const memorySlackBytes = 64 * 1024 * 1024;
/** Growth that nothing explains, from which on an executor's isolates are weighed; how long at most, in milliseconds. */
export const weighBytes = 48 * 1024 * 1024;
export const weighMs = 3_000;
/** Growth of this size says nothing about anybody. */
export const noiseBytes = 16 * 1024 * 1024;
/** What an executor may hold beyond what its isolates account for and its calls may use, whoever took it. */
export const nativeCapBytes = 192 * 1024 * 1024;
/** How long an executor may take to be ready; it takes 0.1 s, on a machine that has thirty times its work ten seconds. */
export const startMs = 60_000;
/** How often memory is looked after where nothing runs. */
export const tidyMs = 1_000;
/** What an idle isolate is reckoned to need; 2.4 MB and what a small Function keeps. */
export const isolateBytes = 4 * 1024 * 1024;
/** An executor that has grown to this is replaced when its calls are done, whatever is in it. */
export const retireBytes = 640 * 1024 * 1024;
/** One in which something was ended by force is replaced when it is larger than a new one by more than this part. */
export const retireGrowth = 0.15;
/** But no executor is replaced for its size before it is so old: under a steady attack others must not start cold all the time. */
export const retireAgeMs = 5_000;
/** How long an isolate is kept for a call that does not come. */
export const idleIsolateMs = 10 * 60_000;
/** So long after its last call an executor is calm: what it holds then beyond its isolates and this slack is given back. */
export const calmMs = 15_000;
export const calmSlackBytes = 32 * 1024 * 1024;
/** How often a call is begun, where its executor was lost and nobody knows through whose fault. */
export const mostAttempts = 3;
/** How long an executor of its own is kept for a Function that needs one. */
export const soloIdleMs = 10_000;
/**
 * Executors that Functions have to themselves: of all, of which the last are for Projects that have none; of a Project;
 * and of one of its tenants.
 */
export const soloExecutors = 12;
export const soloOpenToAll = 8;
export const soloOfProject = 4;
export const soloOfTenant = 3;
/** Processes for cryptographic operations that take long; how long one that nobody waits for may go on, and wait for another. */
export const longCryptoProcesses = 2;
export const longCryptoGraceMs = 100;
export const longCryptoIdleMs = 30_000;
