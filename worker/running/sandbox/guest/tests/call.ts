import type { Facts } from "../facts.ts";
import type { HostAnswer } from "../requests.ts";
import type { TestKit } from "./test-kit.ts";
import { runAsking } from "./asking.ts";
import { runAttempts, type RunOptions } from "./attempts.ts";
import { globals } from "./globals.ts";
import { alsoLogTo, boundedLog, type LogEntry } from "./logs.ts";
import type { NotedQuestion } from "./stand/answers.ts";
import { clockNow, installClock, StoppedClock, useClock } from "./stand/clock.ts";
import type { TestedPermissions } from "./stand/permissions.ts";
import { installRandom, useRandom } from "./stand/random.ts";
import { refusal } from "./stand/stand-error.ts";
import { openStandIns, type StandIns, type StandIn } from "./stand/stand-ins.ts";

/** What the worker says of the Function. */
export interface TestedFacts {
  permissions: TestedPermissions;
  timeoutMs: number;
  durable: boolean;
}

export interface CallOptions {
  tenantId?: string;
  caller?: Partial<Facts["caller"]>;
  environment?: string;
  source?: string;
  attempt?: number;
  http?: {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    query?: Record<string, string | string[]>;
    body?: string | Uint8Array;
    signed?: boolean;
  };
  mcp?: {
    clientInfo?: { name: string; version: string } | null;
    capabilities?: Record<string, unknown>;
    uri?: string;
  };
  stand?: StandIns;
  run?: RunOptions;
}

/** How a call ended, as `tests.settle` takes it. */
type Ended = { kind: string; text: string } | { kind: "terminated"; reason: "timeout" };

interface Accepted {
  json?: string;
  issues?: { path: string; message: string }[];
}

interface Settled {
  status: string;
  output: unknown;
  error: unknown;
  logs: LogEntry[];
}

interface Opened {
  kit: TestKit;
  handler: unknown;
  tested: TestedFacts;
}

const logLimits = { entries: 1_000, chars: 256 * 1024 };

let opened: Opened | undefined;
let present: StandIn | undefined;
let last: Promise<unknown> = Promise.resolve();
/** Grows with each test, so that what an earlier one left behind is not mistaken for the present one's. */
let generation = 0;
let called = 0;

/** Everything that the Function asks of the platform leads here. */
async function answer(name: string, json: string, bytes: Uint8Array | undefined): Promise<HostAnswer> {
  if (present === undefined) {
    const message = `Only the Function can use the platform (${name}), while call() calls it: a test has no network, no data and no secrets.`;
    throw refusal("UNAVAILABLE", message);
  }
  return present.answer(name, json, bytes);
}

installClock();
installRandom();

/** Begins the run of a file. From now on, `call` calls this handler. */
export function openCalls(kit: TestKit, handler: unknown, tested: TestedFacts): void {
  opened = { kit, handler, tested };
  kit.standInFor(answer);
}

function endCall(): void {
  present = undefined;
  useClock(undefined);
  useRandom(undefined);
  alsoLogTo(undefined);
}

/** Ends the calls that a test has left behind. */
export function resetCalls(): void {
  generation += 1;
  last = Promise.resolve();
  endCall();
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

/** Whether the test answers questions, or says that its client can show them. */
const canBeAsked = ({ mcp, stand }: Pick<CallOptions, "mcp" | "stand">): boolean =>
  mcp?.capabilities === undefined ? stand?.answers !== undefined : mcp.capabilities["elicitation"] !== undefined;

function factsOf({ http, mcp, ...options }: CallOptions, { timeoutMs, durable }: TestedFacts): Facts {
  const { kind = "anonymous", id = null, name = null, ...claims } = options.caller ?? {};
  const asked = http && {
    method: http.method ?? "GET",
    path: http.path ?? "/",
    headers: lowerCase(http.headers ?? {}),
    query: http.query ?? {},
    cookiePlace: null,
  };
  const asks = canBeAsked({ mcp, ...options });
  const capabilities = mcp?.capabilities ?? (asks ? { elicitation: { form: {}, url: {} } } : {});
  const client = mcp && {
    clientInfo: mcp.clientInfo ?? null,
    capabilities,
    progress: false,
    ...(asks ? { asks: { form: true, url: true, lists: true } } : {}),
    ...(mcp.uri === undefined ? {} : { uri: mcp.uri }),
  };
  return {
    requestId: `req_test_${(called += 1)}`,
    environment: options.environment ?? "development",
    tenantId: options.tenantId ?? "default",
    source: options.source ?? (durable ? "run" : http !== undefined ? "http" : mcp !== undefined ? "mcp" : "test"),
    caller: { kind, id, name, ...claims },
    deploymentId: null,
    attempt: options.attempt ?? 1,
    deadline: clockNow() + timeoutMs,
    ...(asked === undefined ? {} : { http: asked }),
    ...(client === undefined ? {} : { mcp: client }),
  };
}

/** What is sent as text: a route's answer with its head and its body. */
function sentText({ text, head = "{}", bytes }: Awaited<ReturnType<TestKit["sent"]>>, streamed: Uint8Array): string {
  const body = bytes === undefined || bytes.byteLength === 0 ? streamed : bytes;
  return text === "" ? JSON.stringify({ ...JSON.parse(head), body: new globals.TextDecoder().decode(body) }) : text;
}

/** Enters the handler, and waits for its end or the end of its time. */
async function run(
  { kit, handler, tested }: Opened,
  json: string,
  options: CallOptions,
  stand: StandIn,
): Promise<Ended> {
  const facts = factsOf(options, tested);
  const controller = new globals.AbortController();
  const context = kit.context(facts, () => controller.signal);
  if (typeof handler !== "function") throw new TypeError("The Function has no handler: its default export is none.");
  let timer: unknown;
  const late = new Promise<Ended>((resolve) => {
    timer = (globals.setTimeout as (run: () => void, ms: number) => unknown)(() => {
      resolve({ kind: "terminated", reason: "timeout" });
      controller.abort(new globals.DOMException("The call has run longer than its time limit.", "TimeoutError"));
    }, tested.timeoutMs);
  });
  const ended = async (): Promise<Ended> => {
    try {
      const value: unknown = await (handler as (input: unknown, context: object) => unknown)(JSON.parse(json), context);
      const sent = await kit.sent(value, facts);
      return { kind: sent.kind, text: sent.kind === "http" ? sentText(sent, stand.streamed()) : sent.text };
    } catch (error) {
      return { kind: "error", text: kit.describeError(error) };
    }
  };
  try {
    return await Promise.race([ended(), late]);
  } finally {
    globals.clearTimeout(timer);
  }
}

/**
 * Runs a durable Function to its end, or a call that asks. The context of a durable Function has no `http`.
 */
async function runInAttempts(
  { kit, handler, tested }: Opened,
  json: string,
  { run: options = {}, http: _http, mcp, ...call }: CallOptions,
  stand: StandIn,
  clock: StoppedClock,
): Promise<{ ended: Ended; attempts: number; questions?: NotedQuestion[] }> {
  if (typeof handler !== "function") throw new TypeError("The Function has no handler: its default export is none.");
  const hasClient = !tested.durable || mcp !== undefined || call.stand?.answers !== undefined;
  const facts = factsOf(hasClient ? { ...call, mcp: mcp ?? {} } : call, tested);
  const { timeoutMs } = tested;
  const means = { kit, handler: handler as never, json, facts, timeoutMs, clock, runs: stand.runs, options };
  const answers = call.stand?.answers ?? {};
  const { end, ...told } = tested.durable
    ? { ...(await runAttempts(means)), questions: stand.runs.questions }
    : await runAsking(means, answers);
  if (end.kind === "late") return { ended: { kind: "terminated", reason: "timeout" }, ...told };
  if (end.kind !== "value")
    return { ended: { kind: "error", text: kit.describeError((end as { error?: unknown }).error) }, ...told };
  try {
    const sent = await kit.sent(end.value, facts);
    const text = sent.kind === "http" ? sentText(sent, stand.streamed()) : sent.text;
    return { ended: { kind: sent.kind, text }, ...told };
  } catch (error) {
    return { ended: { kind: "error", text: kit.describeError(error) }, ...told };
  }
}

const timeOf = (now: string | number | Date): number => {
  const time = new Date(now).getTime();
  if (Number.isNaN(time)) throw new TypeError(`stand.now is not a time: ${String(now)}.`);
  return time;
};

function freezeAll<T>(value: T): T {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
    Object.values(value).forEach(freezeAll);
  return Object.freeze(value);
}

async function callOnce(open: Opened, input: unknown, options: CallOptions, mine: number): Promise<unknown> {
  const { kit, tested } = open;
  const { stand: given = {}, source } = options;
  const secrets = Object.values(given.secrets ?? {});
  const fields = {
    input: input ?? {},
    secrets,
    source: source ?? (options.mcp === undefined && !canBeAsked(options) ? "test" : "mcp"),
  };
  const { json = "", issues } = (await kit.ask("tests.accept", fields)) as Accepted;
  if (mine !== generation) return new Promise(() => undefined);
  // The waits of a run pass at once, so its clock always stands still.
  const asks = !tested.durable && canBeAsked(options);
  const now = given.now ?? (tested.durable || asks ? clockNow() : undefined);
  const clock = now === undefined ? undefined : new StoppedClock(timeOf(now), () => undefined);
  if (clock !== undefined) useClock(clock);
  useRandom(given.random);
  const stand = openStandIns(given, { granted: tested.permissions, now: clockNow, http: options.http });
  const noted = () => ({ calls: stand.calls, hostCalls: stand.hostCalls, after: stand.after() });
  if (issues !== undefined) {
    endCall();
    const message = issues.map(({ path, message: said }) => `${path} ${said}`).join("; ");
    const error = { code: "INPUT_INVALID", message, details: { issues } };
    return freezeAll({ status: "rejected", output: null, error, logs: [], ...noted() });
  }
  const { entries: logs, add } = boundedLog(logLimits);
  alsoLogTo(add);
  present = stand;
  const running =
    (tested.durable || asks) && clock !== undefined
      ? runInAttempts(open, json, options, stand, clock)
      : run(open, json, options, stand).then((ended) => ({ ended, attempts: 1, questions: undefined }));
  const { ended, attempts, questions } = await running.finally(() => {
    if (mine === generation) endCall();
  });
  const settled = (await kit.ask("tests.settle", { ...ended, logs, secrets })) as Settled;
  const history = tested.durable ? { run: { attempts, steps: stand.runs.ended() } } : {};
  const asked = questions === undefined || (tested.durable && given.answers === undefined) ? {} : { questions };
  return freezeAll({ ...settled, ...noted(), ...history, ...asked });
}

/** `call` of `ferrule/test`: calls of the same test run one after another, because they share one clock and one `fetch`. */
export function call(input?: unknown, options: CallOptions = {}): Promise<unknown> {
  const open = opened;
  if (open === undefined) return Promise.reject(new Error("call() is called in a test, not while the file is loaded."));
  const mine = generation;
  const next = last.then(() => callOnce(open, input, options, mine));
  last = next.catch(() => undefined);
  return next;
}
