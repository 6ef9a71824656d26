// Why: docs/decisions/bodies-before-the-start.md
import { mostBodyBytes } from "@ferrule/contract/most-body-bytes.ts";

const mebibyte = 1024 * 1024;

/**
 * Every limit of time and size in the gateway. docs/http.md and docs/mcp.md document those that callers can run into.
 */
export const defaultBounds = {
  /** Largest body under `/mcp` and `/http`; bodies are buffered so that a call can be retried on another worker. */
  bufferedBodyBytes: mostBodyBytes,
  /** Limit for all buffered bodies together. Beyond it, we refuse calls, because otherwise the process would swap. */
  bufferedTotalBytes: 256 * mebibyte,
  /**
   * Limit for everything beyond the first MiB of each body, together, so that large bodies leave room for small ones.
   */
  bufferedLargeBytes: 128 * mebibyte,
  smallBodyBytes: mebibyte,
  /** Largest body under `/api`, where the control plane's own limits are tighter. */
  streamedBodyBytes: 64 * mebibyte,
  /** How much of a refused body is drained so that its sender can see the answer (a reset would swallow it). */
  discardedBytes: 16 * mebibyte,
  headerBytes: 16 * 1024,
  /**
   * A request's headers must be complete this long after its connection opened or its predecessor ended (slow loris).
   */
  headersTimeoutMs: 10_000,
  /** … and its body must be complete within this time. */
  requestTimeoutMs: 120_000,
  /** How long a proxy has for its header of the PROXY protocol. */
  proxyHeaderMs: 3_000,
  /** How long a client has to agree on TLS. */
  handshakeTimeoutMs: 10_000,
  /** How often connections are checked against `headersTimeoutMs` and `requestTimeoutMs`. */
  timeoutCheckMs: 2_000,
  /** Longer than the 60 s of common load balancers, so that they close an idle connection, not the gateway. */
  keepAliveTimeoutMs: 72_000,
  /**
   * Closes a connection without a byte either way. It is above `answerTimeoutMs`, during which silence is legitimate.
   */
  idleTimeoutMs: 330_000,
  /** The time until an upstream's answer begins: a Function may run for 300 s. */
  answerTimeoutMs: 310_000,
  /** The time between two pieces of an answer. */
  streamIdleTimeoutMs: 310_000,
  connectTimeoutMs: 2_000,
  /**
   * How long an unused connection to an upstream is kept. Must stay below the upstream's own `keepAliveTimeout`: a call
   * written to a connection that is being closed could not be retried. An upstream's `Keep-Alive: timeout=` hint, minus
   * `keepAliveMarginMs`, shortens it.
   */
  upstreamKeepAliveMs: 20_000,
  keepAliveMarginMs: 2_000,
  /** Most concurrent calls from this gateway to one upstream. The choice skips an upstream at the limit. */
  callsPerUpstream: 1_024,
  /** Most open streams that do not count as calls (`farewellHeader`). An endpoint alone may have three quarters. */
  listeners: 16_384,
  /** A client of such a stream that lets more bytes than this wait loses it. */
  listenerUnsentBytes: 16 * 1024,
  /** Most bytes waiting to be sent to a worker; beyond it, the worker or the network has stalled. */
  unsentBytes: 16 * mebibyte,
  /**
   * If nothing has come on a connection with calls for this long, although we ask for the upstream's health, we give up
   * the connection with its calls. After the shorter time, we cut it if the worker answers on a newer connection: then
   * only the old one is dead.
   */
  silentConnectionMs: 10_000,
  replacedConnectionMs: 3_000,
  /** How long we wait before we ask a worker again whether it takes frames, if it takes calls only by HTTP. */
  redialMs: 10_000,
  /** How many times we offer a call to workers while none has started it. */
  attempts: 4,
  /** How long a call waits while no upstream is healthy. */
  healthyWaitMs: 2_000,
  probeIntervalMs: 750,
  probeTimeoutMs: 2_000,
  resolveIntervalMs: 5_000,
  /** How long it takes until an upstream that begins to take calls gets its full share of them. */
  slowStartMs: 10_000,
  /** An upstream is ejected after so many failed calls in a row; those within the second bound count once. */
  ejectAfterFailures: 5,
  failuresApartMs: 100,
  /** … and after so many probes in a row that take longer than both this time and this multiple of what others take. */
  ejectAfterSlowProbes: 4,
  slowProbeMs: 250,
  slowProbeFactor: 5,
  /** How long the first ejection lasts. Each further one lasts twice as long, up to `ejectMostMs`. */
  ejectMs: 5_000,
  ejectMostMs: 120_000,
  /** After this time without an ejection, the next one is a first one again. */
  ejectForgottenMs: 300_000,
  /** How often the files of the certificate are read again. */
  certificateCheckMs: 5_000,
  /** Requests at once on one HTTP/2 connection. */
  http2Streams: 128,
  /** How many bytes of one request's body, and of all bodies on a connection, may come before they are read. */
  http2StreamWindowBytes: 256 * 1024,
  http2ConnectionWindowBytes: mebibyte,
  http2HeaderPairs: 128,
  /** The memory limit of nghttp2 for one connection. */
  http2SessionMegabytes: 8,
  /** Requests that a client may cancel on a connection: so many at once, and so many a second in the long run. */
  http2ResetBurst: 256,
  http2ResetsPerSecond: 32,
  /** PING and SETTINGS frames within `timeoutCheckMs`. */
  http2ControlFrames: 64,
  /** Searches of the documentation: each takes some milliseconds of the one thread, and nobody needs to sign in. */
  searchesPerSecond: 20,
  /** How long `close` lets running calls finish; below the 10 s after which the process exits anyway. */
  drainMs: 8_000,
};

export type Bounds = typeof defaultBounds;
