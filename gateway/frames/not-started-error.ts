/** Nothing of the call has started: it was never sent, or the worker was full. It may be retried on another worker. */
export class NotStartedError extends Error {
  override name = "NotStartedError";
  /** The same code as for a reset idle connection, which says little about the worker. */
  readonly code = "ECONNRESET";
}
