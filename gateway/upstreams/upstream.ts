import { hostname } from "node:os";
import type { Log } from "@ferrule/kit/log.ts";
import { peerConnector, type PeerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import type { Authorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { errors, Pool, type Dispatcher } from "undici";
import { Conduct, type EjectionReason } from "../balance/conduct.ts";
import { Warming } from "../balance/warming.ts";
import type { Bounds } from "../bounds.ts";
import packageJson from "../package.json" with { type: "json" };
import { FrameDoor } from "../frames/frame-door.ts";

/** The load that an upstream reports in its `/ready` answer: running and waiting calls, and its capacity. */
interface ReportedLoad {
  running: number;
  waiting: number;
  capacity: number;
}

/** RUNTIME_CONCURRENCY's default, for an upstream that reports no capacity. */
const assumedCapacity = 64;
const firstBackoffMs = 100;
/** How many different reasons the log gives of one outage. */
const mostReasons = 10;
/** The facts about this gateway that control planes show to operators. */
const self = `${hostname()}-${process.pid} ${packageJson.version}`;

function readLoad(body: unknown): ReportedLoad | undefined {
  const load = (body as { load?: Partial<ReportedLoad> } | null)?.load;
  const { running, waiting, capacity } = load ?? {};
  if (typeof running !== "number" || typeof waiting !== "number" || typeof capacity !== "number") return undefined;
  return capacity > 0 ? { running, waiting, capacity } : undefined;
}

interface UpstreamOptions {
  origin: string;
  /** The name to use in TLS, in place of the address. */
  servername?: string;
  /** Polled regularly; 200 means that it takes calls. */
  probePath: "/health" | "/ready";
  /** Calls go over one connection in frames, if the upstream supports them. */
  inFrames: boolean;
  internalApiToken: string;
  /** The authorities of its certificate; unset: those that Node knows. */
  authorities?: Authorities | undefined;
  bounds: Bounds;
  log: Log;
  onHealthChange: (upstream: Upstream) => void;
  /** The caller knows the other upstreams, so it decides whether to eject this one. */
  onMisconduct: (upstream: Upstream, reason: EjectionReason) => void;
  /** Called when it answers a probe while it is ejected, and may come back. */
  onReturn: (upstream: Upstream) => void;
  /** How long the others take to answer a probe. */
  usualProbeMs: (upstream: Upstream) => number | undefined;
}

/** The connections to an upstream for everything that does not go in frames. */
function openPool({ bounds, origin }: UpstreamOptions, connect: PeerConnector): Pool {
  return new Pool(origin, {
    // Eight more than the calls allowed, so that a probe never queues behind them.
    connections: bounds.callsPerUpstream + 8,
    pipelining: 1,
    allowH2: false,
    connect,
    headersTimeout: bounds.answerTimeoutMs,
    bodyTimeout: bounds.streamIdleTimeoutMs,
    keepAliveTimeout: bounds.upstreamKeepAliveMs,
    keepAliveMaxTimeout: bounds.upstreamKeepAliveMs,
    keepAliveTimeoutThreshold: bounds.keepAliveMarginMs,
  });
}

/**
 * One process that calls are forwarded to: its kept-alive connections, its health and its load. Its `probePath` is
 * polled, at once after a sign of trouble, and with backoff while it cannot be reached.
 */
export class Upstream {
  readonly origin: string;
  /** Calls in flight from this gateway to this upstream. */
  inFlight = 0;
  healthy = false;
  /** The reasons for the current outage that the log already has. */
  readonly #reasons = new Set<string>();
  readonly conduct: Conduct;
  readonly #warming: Warming;
  #reported: ReportedLoad = { running: 0, waiting: 0, capacity: assumedCapacity };
  #failures = 0;
  #probing = false;
  /** The time of its last answer to a probe. */
  #answeredAt = performance.now();
  /** Connections for everything that does not go in frames. */
  #pool: Pool;
  /** Hands out connections to it after it has proven its role. */
  readonly #connector: PeerConnector;
  readonly #frames: FrameDoor | undefined;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #options: UpstreamOptions;

  constructor(options: UpstreamOptions) {
    const { bounds, origin, inFrames } = options;
    this.origin = origin;
    this.#options = options;
    this.conduct = new Conduct(bounds);
    this.#warming = new Warming(bounds.slowStartMs);
    this.#connector = peerConnector({
      url: origin,
      servername: options.servername,
      authorities: options.authorities,
      token: options.internalApiToken,
      timeoutMs: bounds.connectTimeoutMs,
    });
    this.#pool = openPool(options, this.#connector);
    const left = (asked: boolean) => (asked ? this.takesNone() : this.probe());
    this.#frames = inFrames ? new FrameDoor({ ...options, connector: this.#connector, left }) : undefined;
    this.probe();
  }

  /** Sends a call by frames or by HTTP. In both cases it calls `handler` like undici does. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const connection = this.#frames?.current;
    if (connection === undefined) this.#pool.dispatch(options, handler);
    else connection.dispatch(options, handler);
  }

  /** Whether its calls currently go in frames. */
  get inFrames(): boolean {
    return this.#frames?.current !== undefined;
  }

  /** How full it is; 1 means that all slots are taken. Comparable between upstreams of different sizes. */
  get fullness(): number {
    const { running, waiting, capacity } = this.#reported;
    return (this.inFlight + running + waiting) / capacity;
  }

  /** Its share of the calls, from a tenth while it begins to 1. */
  get weight(): number {
    return this.#warming.weight;
  }

  /** Notes that a call failed because of the upstream, through no fault of the call. */
  callFailed(): void {
    if (this.conduct.failed(performance.now())) this.#options.onMisconduct(this, "failures");
  }

  /** Takes calls again after an ejection, few at first. */
  takeBack(): void {
    this.conduct.back();
    this.#warming.begin();
  }

  /** A connection could not be made: marks it unhealthy at once. */
  connectFailed(error: Error): void {
    this.#failures += 1;
    this.#become(false, error);
    this.#schedule();
  }

  /** Notes that it refused a call because it is full: until its next report, it is the last choice. */
  refused(): void {
    this.#reported = { running: this.#reported.capacity, waiting: 0, capacity: this.#reported.capacity };
    this.probe();
  }

  /** Notes that it takes no calls at all, for example because it drains: it is unhealthy until a probe succeeds. */
  takesNone(): void {
    this.#become(false, new Error("it takes no calls just now"));
    this.probe();
  }

  /** Probes its health, unless a probe is already running. */
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
    const began = performance.now();
    try {
      const state = await this.#stateOf(signal);
      this.#failures = 0;
      this.#answeredAt = performance.now();
      if (typeof state === "string") return this.#become(false, new Error(state));
      this.#reported = readLoad(state) ?? { running: 0, waiting: 0, capacity: this.#reported.capacity };
      this.#become(true);
      this.#probed(performance.now() - began);
    } catch (error) {
      this.#failures += 1;
      // A busy event loop may miss one deadline; a refused connection is definite.
      const slow = error instanceof Error && error.name === "TimeoutError";
      if (slow && this.#failures === 1) return this.#probed(performance.now() - began);
      this.#become(false, error);
      // The connection may be at fault: a middlebox may have dropped it.
      if (slow) connection?.retire();
      const { silentConnectionMs } = this.#options.bounds;
      if (this.inFlight > 0 && performance.now() - this.#answeredAt > silentConnectionMs) this.#cutSilent();
    }
  }

  /** If nothing has answered for long, ends the requests that wait for responses over HTTP. */
  #cutSilent(): void {
    const silent = this.#pool;
    this.#pool = openPool(this.#options, this.#connector);
    this.#answeredAt = performance.now();
    unwaited(silent.destroy(new errors.SocketError("The upstream has not sent anything for too long.")), (error) =>
      this.#options.log.warn({ upstream: this.origin, err: error }, "silent connections could not be closed"),
    );
  }

  #probed(tookMs: number): void {
    const { usualProbeMs, onMisconduct, onReturn } = this.#options;
    if (this.conduct.probed(tookMs, usualProbeMs(this))) onMisconduct(this, "latency");
    else if (this.conduct.mayReturn(performance.now())) onReturn(this);
  }

  /** Its reported state, or why it is not healthy. Rejects when it does not answer. */
  async #stateOf(signal: AbortSignal): Promise<unknown> {
    const { internalApiToken, probePath } = this.#options;
    const connection = await this.#frames?.open(signal);
    if (connection !== undefined) {
      const state = (await connection.ready(signal)) as { status?: unknown } | null;
      this.#frames?.answered(connection);
      return state?.status === "ready" ? state : "it says that it is not ready";
    }
    const headers = { "x-internal-token": internalApiToken, "x-ferrule-gateway": self };
    const answer = await this.#pool.request({ path: probePath, method: "GET", headers, signal });
    const body = await answer.body.text();
    return answer.statusCode === 200 ? JSON.parse(body) : `${probePath} answered ${answer.statusCode}`;
  }

  #become(healthy: boolean, reason?: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { log, origin, onHealthChange } = this.#options;
    const message = reason instanceof Error ? reason.message : String(reason);
    // A restarted upstream may come back with another problem, such as a wrong certificate, so we log each new reason.
    if (!healthy && !this.#reasons.has(message) && this.#reasons.size < mostReasons) {
      this.#reasons.add(message);
      log.warn({ upstream: origin, err: reason }, "upstream is out");
    }
    if (this.healthy === healthy) return;
    this.healthy = healthy;
    if (healthy) {
      this.#reasons.clear();
      this.#warming.begin();
      log.info({ upstream: origin }, "upstream is healthy");
    } else this.conduct.left();
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

  /** Stops probing; calls in flight may finish within `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    this.healthy = false;
    clearTimeout(this.#timer);
    const timer = setTimeout(() => unwaited(this.#pool.destroy(), () => undefined), graceMs).unref();
    await Promise.all([this.#frames?.close(graceMs), this.#pool.close()]);
    clearTimeout(timer);
  }
}
