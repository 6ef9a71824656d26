import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { Pool, type Dispatcher } from "undici";
import type { Bounds } from "./bounds.ts";
import { FrameDoor } from "./frames/frame-door.ts";

/** What an upstream says of its own load in the answer of `/ready`: calls that run, that wait, and that fit. */
interface ReportedLoad {
  running: number;
  waiting: number;
  capacity: number;
}

/** RUNTIME_CONCURRENCY's default, for an upstream that does not say. */
const assumedCapacity = 64;
const firstBackoffMs = 100;

function readLoad(body: unknown): ReportedLoad | undefined {
  const load = (body as { load?: Partial<ReportedLoad> } | null)?.load;
  const { running, waiting, capacity } = load ?? {};
  if (typeof running !== "number" || typeof waiting !== "number" || typeof capacity !== "number") return undefined;
  return capacity > 0 ? { running, waiting, capacity } : undefined;
}

interface UpstreamOptions {
  origin: string;
  /** Asked for in TLS instead of the address. */
  servername?: string;
  /** Asked again and again; 200 means that it takes calls. */
  probePath: "/health" | "/ready";
  /** Calls go over one connection in frames, where it knows them. */
  inFrames: boolean;
  internalApiToken: string;
  bounds: Bounds;
  log: Log;
  onHealthChange: (upstream: Upstream) => void;
}

/**
 * One process calls are passed to: its kept-alive connections, and whether and how much it can take. It is asked
 * its `probePath` again and again, at once after something looked wrong, and with growing pauses while it cannot be reached.
 */
export class Upstream {
  readonly origin: string;
  /** Calls from this gateway that are under way there. */
  inFlight = 0;
  healthy = false;
  #reported: ReportedLoad = { running: 0, waiting: 0, capacity: assumedCapacity };
  #failures = 0;
  #probing = false;
  /** For what does not go in frames. */
  readonly #pool: Pool;
  readonly #frames: FrameDoor | undefined;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #options: UpstreamOptions;

  constructor(options: UpstreamOptions) {
    const { bounds, origin, servername, inFrames } = options;
    this.origin = origin;
    this.#options = options;
    this.#pool = new Pool(origin, {
      // Eight more than calls are let through, so that a probe never stands behind them.
      connections: bounds.callsPerUpstream + 8,
      pipelining: 1,
      allowH2: false,
      connectTimeout: bounds.connectTimeoutMs,
      headersTimeout: bounds.answerTimeoutMs,
      bodyTimeout: bounds.streamIdleTimeoutMs,
      keepAliveTimeout: bounds.upstreamKeepAliveMs,
      keepAliveMaxTimeout: bounds.upstreamKeepAliveMs,
      keepAliveTimeoutThreshold: bounds.keepAliveMarginMs,
      ...(servername === undefined ? {} : { connect: { servername } }),
    });
    const left = (asked: boolean) => (asked ? this.takesNone() : this.probe());
    this.#frames = inFrames ? new FrameDoor({ ...options, left }) : undefined;
    this.probe();
  }

  /** Sends a call. `handler` hears of it as undici tells, whichever way it goes. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const connection = this.#frames?.current;
    if (connection === undefined) this.#pool.dispatch(options, handler);
    else connection.dispatch(options, handler);
  }

  /** Whether its calls go in frames now. */
  get inFrames(): boolean {
    return this.#frames?.current !== undefined;
  }

  /** How full it is: 1 means that its slots are taken. Comparable between upstreams of different sizes. */
  get fullness(): number {
    const { running, waiting, capacity } = this.#reported;
    return (this.inFlight + running + waiting) / capacity;
  }

  /** No connection could be made: out at once. */
  connectFailed(error: Error): void {
    this.#failures += 1;
    this.#become(false, error);
    this.#schedule();
  }

  /** It began nothing of a call it was given, because it is full: last to be chosen until it has said more. */
  refused(): void {
    this.#reported = { running: this.#reported.capacity, waiting: 0, capacity: this.#reported.capacity };
    this.probe();
  }

  /** It takes no calls at all just now (it drains, say): out at once, until a probe finds it well. */
  takesNone(): void {
    this.#become(false, new Error("it takes no calls just now"));
    this.probe();
  }

  /** Asks whether it is well now, unless it is being asked already. */
  probe(): void {
    if (this.#probing || this.#closing.signal.aborted) return;
    this.#probing = true;
    clearTimeout(this.#timer);
    const { log, origin } = this.#options;
    const asked = this.#ask().finally(() => {
      this.#probing = false;
      this.#schedule();
    });
    unwaited(asked, (error) => log.error({ upstream: origin, err: error }, "a probe failed"));
  }

  async #ask(): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.bounds.probeTimeoutMs)]);
    const connection = this.#frames?.current;
    try {
      const state = await this.#stateOf(signal);
      this.#failures = 0;
      if (typeof state === "string") return this.#become(false, new Error(state));
      this.#reported = readLoad(state) ?? { running: 0, waiting: 0, capacity: this.#reported.capacity };
      this.#become(true);
    } catch (error) {
      this.#failures += 1;
      // A busy event loop may miss one deadline; a refused connection means what it says.
      const slow = error instanceof Error && error.name === "TimeoutError";
      if (slow && this.#failures === 1) return;
      this.#become(false, error);
      // The connection may be at fault: what lies between the two may have forgotten it.
      if (slow) connection?.retire();
    }
  }

  /** What it says of itself, or why it is not well. Rejects when it says nothing. */
  async #stateOf(signal: AbortSignal): Promise<unknown> {
    const { internalApiToken, probePath } = this.#options;
    const connection = await this.#frames?.open(signal);
    if (connection !== undefined) {
      const state = (await connection.ready(signal)) as { status?: unknown } | null;
      return state?.status === "ready" ? state : "it says that it is not ready";
    }
    const headers = { "x-internal-token": internalApiToken };
    const answer = await this.#pool.request({ path: probePath, method: "GET", headers, signal });
    const body = await answer.body.text();
    return answer.statusCode === 200 ? JSON.parse(body) : `${probePath} answered ${answer.statusCode}`;
  }

  #become(healthy: boolean, reason?: unknown): void {
    if (this.healthy === healthy || this.#closing.signal.aborted) return;
    this.healthy = healthy;
    const { log, origin, onHealthChange } = this.#options;
    if (healthy) log.info({ upstream: origin }, "upstream is healthy");
    else log.warn({ upstream: origin, err: reason }, "upstream is out");
    onHealthChange(this);
  }

  #schedule(): void {
    if (this.#closing.signal.aborted || this.#probing) return;
    const { probeIntervalMs } = this.#options.bounds;
    const backoffMs = firstBackoffMs * 2 ** Math.min(this.#failures - 1, 10);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.probe(),
      this.#failures === 0 ? probeIntervalMs : Math.min(backoffMs, probeIntervalMs),
    );
    this.#timer.unref();
  }

  /** No more probes; calls under way may finish until `graceMs` is over. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    this.healthy = false;
    clearTimeout(this.#timer);
    const timer = setTimeout(() => unwaited(this.#pool.destroy(), () => undefined), graceMs).unref();
    await Promise.all([this.#frames?.close(graceMs), this.#pool.close()]);
    clearTimeout(timer);
  }
}
