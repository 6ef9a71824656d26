/** Thrown when the call has not started: it was never sent, or the worker was full. Another worker may get it. */
export class NotStartedError extends Error {
  override name = "NotStartedError";
  /** The same code as for a reset idle connection, which says little about the worker. */
  readonly code = "ECONNRESET";
}
