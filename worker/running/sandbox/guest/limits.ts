/** How much one call may use of the platform. The executor and the worker check again. */
export const limits = {
  outputChars: 6 * 1024 * 1024,
  logEntries: 1_000,
  logChars: 256 * 1024,
  logMessageChars: 16 * 1024,
  logDataChars: 32 * 1024,
  errorMessageChars: 4 * 1024,
  stackChars: 16 * 1024,
  detailsChars: 64 * 1024,
  hostCalls: 10_000,
  hostCallsAtOnce: 64,
  /** For a streamed response: writes, the bytes of one, and the bytes read ahead of a slow client. */
  writes: 100_000,
  chunkBytes: 256 * 1024,
  aheadBytes: 256 * 1024,
  /** How long a failed stream may clean up. */
  cleanupMs: 2_000,
  argumentChars: 6 * 1024 * 1024,
  argumentBytes: 12 * 1024 * 1024,
  /** For `crypto.subtle`: an operation's data, and a key as JSON. The executor has the same limits, and more. */
  cryptoBytes: 10 * 1024 * 1024,
  keyChars: 64 * 1024,
  fetches: 50,
  requestBytes: 10 * 1024 * 1024,
  timers: 1_000,
  /** For a durable run: see `runLimits` of the contract. */
  runSteps: 1_000,
  runResultChars: 1_048_576,
  runHistoryChars: 4 * 1_048_576,
  /** For a call that asks: what its steps and questions have together, because it travels through the client. */
  callHistoryChars: 131_072,
  questionsAtOnce: 20,
  questionChars: 16_384,
  questionMs: 600_000,
  /** The longest deadline of a run in milliseconds. */
  runMs: 30 * 86_400_000,
  /** The JSON of everything that a run waits for at once, and of one of the details that it stores with a wait. */
  runWaitChars: 1_048_576,
  runDetailChars: 16_384,
  /** How many results are stored at once, and how long a timer keeps a run here that waits. */
  runKeepsAtOnce: 8,
  runTimersMs: 1_000,
  progress: 1_000,
  progressChars: 1_000,
  /** For host calls under way together. Further calls wait inside the isolate. */
  bytesAtOnce: 24 * 1024 * 1024,
};
