import { mostBodyBytes } from "@ferrule/contract/most-body-bytes.ts";

const mebibyte = 1024 * 1024;

/** Every limit of time and size that the gateway holds. docs/http.md and docs/mcp.md name those that callers meet. */
export const defaultBounds = {
  /** Largest body under `/mcp` and `/http`; these are buffered so that a call can go to another worker. */
  bufferedBodyBytes: mostBodyBytes,
  /** All buffered bodies together. Beyond it a call is refused rather than the process swapped out. */
  bufferedTotalBytes: 256 * mebibyte,
  /** What bodies have beyond their first MiB, together, so that large ones leave room for small ones. */
  bufferedLargeBytes: 128 * mebibyte,
  smallBodyBytes: mebibyte,
  /** Largest body under `/api`, where the control plane's own limits are tighter. */
  streamedBodyBytes: 64 * mebibyte,
  /** How much of a refused body is read away so that its sender can see the answer (a reset would swallow it). */
  discardedBytes: 16 * mebibyte,
  headerBytes: 16 * 1024,
  /** A request's header must be complete this long after its connection or its predecessor (slow loris). */
  headersTimeoutMs: 10_000,
  /** … and its body this long. */
  requestTimeoutMs: 120_000,
  /** How often Node looks for connections over the two limits above. */
  timeoutCheckMs: 2_000,
  /** Longer than the 60 s for which common load balancers keep a connection, so that they close it, not we. */
  keepAliveTimeoutMs: 72_000,
  /** A connection without a byte either way; above `answerTimeoutMs`, which is quiet by right. */
  idleTimeoutMs: 330_000,
  /** Until an upstream's answer begins: a Function may run for 300 s. */
  answerTimeoutMs: 310_000,
  /** Between two pieces of an answer. */
  streamIdleTimeoutMs: 310_000,
  connectTimeoutMs: 2_000,
  /**
   * How long a connection to an upstream is kept unused. Must stay below the upstream's own `keepAliveTimeout`, so that
   * the gateway never writes into a connection which is being closed: such a call could not be retried. An upstream's
   * `Keep-Alive: timeout=` hint, less `keepAliveMarginMs`, shortens it.
   */
  upstreamKeepAliveMs: 20_000,
  keepAliveMarginMs: 2_000,
  /** Calls under way to one upstream from this gateway; one that has as many is passed over. */
  callsPerUpstream: 1_024,
  /** What may wait to be sent to a worker; one that takes no more has stopped, or the network has. */
  unsentBytes: 16 * mebibyte,
  /** After so long, a worker that takes calls by HTTP only is asked again whether it takes them in frames. */
  redialMs: 10_000,
  /** How often a call that was not started anywhere is offered to a worker. */
  attempts: 4,
  /** How long a call waits while no upstream is healthy. */
  healthyWaitMs: 2_000,
  probeIntervalMs: 750,
  probeTimeoutMs: 2_000,
  resolveIntervalMs: 5_000,
  /** How long `close` lets running calls finish; below the 10 s after which the process exits anyway. */
  drainMs: 8_000,
};

export type Bounds = typeof defaultBounds;
