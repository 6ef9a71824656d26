/** Nothing of the call has begun: it never left, or the worker had too many. It may go to another worker. */
export class NotStartedError extends Error {
  override name = "NotStartedError";
  /** As of an idle connection that was reset, which says little of the worker. */
  readonly code = "ECONNRESET";
}
