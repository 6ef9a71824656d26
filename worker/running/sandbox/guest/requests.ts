import { platformError } from "./function-error.ts";
import { host } from "./host.ts";
import { limits } from "./limits.ts";
import {
  copyBytes,
  defineProperty,
  ErrorCtor,
  jsonParse,
  mapClear,
  MapCtor,
  mapDelete,
  mapForEach,
  mapGet,
  mapSet,
  mapSize,
  PromiseCtor,
  promiseThen,
  stringIndexOf,
  stringSlice,
  TypeErrorCtor,
  Uint8ArrayCtor,
  viewByteLength,
} from "./primordials.ts";
import { lookSoon } from "./timers.ts";
import { DOMException } from "./web/dom-exception.ts";

export interface HostAnswer {
  value: unknown;
  bytes: Uint8Array;
}

interface Waiting {
  /**
   * Captures the stack at the time of the request. A stack from the time of the result would have no frame of the
   * Function.
   */
  asked: Error;
  resolve: (answer: HostAnswer) => void;
  reject: (error: unknown) => void;
}

interface Unsent {
  op: number;
  name: string;
  json: string;
  bytes: Uint8Array | undefined;
}

const waiting = new MapCtor<number, Waiting>();
/** The size of unanswered requests. A dropped request counts until its result comes. */
const sizes = new MapCtor<number, number>();
/** Requests of a run of tests that a stand-in has not answered yet. */
let stoodInNow = 0;
let underWay = 0;
/** Requests that wait because too much is under way, by number and therefore in order. */
const unsent = new MapCtor<number, Unsent>();
let nextOp = 1;
let made = 0;
let written = 0;
let open = false;

/** Forgets the requests of earlier calls, because nobody wants their results any more. */
export function resetRequests(): void {
  mapClear(waiting);
  mapClear(sizes);
  mapClear(unsent);
  underWay = 0;
  made = 0;
  written = 0;
  open = false;
}

/** How many requests have no result yet. */
export const openRequestCount = (): number => mapSize(waiting as Map<unknown, unknown>) + stoodInNow;

/** Allows requests while a handler runs. Code that runs before it or after its result may not make any. */
export function openRequests(): void {
  open = true;
}

const sizeOf = (json: string, bytes: Uint8Array | undefined): number =>
  json.length + (bytes === undefined ? 0 : viewByteLength(bytes));

function send({ op, name, json, bytes }: Unsent): void {
  const size = sizeOf(json, bytes);
  mapSet(sizes, op, size);
  underWay += size;
  host().call(op, name, json, bytes);
}

/** Sends waiting requests as far as there is room. */
function sendMore(): void {
  let full = false;
  mapForEach(unsent, (next) => {
    full ||= underWay > 0 && underWay + sizeOf(next.json, next.bytes) > limits.bytesAtOnce;
    if (full) return;
    mapDelete(unsent, next.op);
    send(next);
  });
}

/** Answers a request in the platform's place. It rejects with a `HostError` as the platform sends it. */
export type StandIn = (name: string, json: string, bytes: Uint8Array | undefined) => Promise<HostAnswer>;

let standIn: StandIn | undefined;

/** In a run of tests: lets `answer` answer the requests of Functions. The run's own, and computations, are still sent. */
export function standInFor(answer: StandIn | undefined): void {
  standIn = answer;
}

const isStoodIn = (name: string): boolean => stringIndexOf(name, "tests.") !== 0 && stringIndexOf(name, "subtle") !== 0;

function stoodIn(answer: StandIn, name: string, json: string, bytes: Uint8Array | undefined): HostRequest {
  const asked = new ErrorCtor();
  let drop: (reason: unknown) => void = () => undefined;
  stoodInNow += 1;
  const settled = new PromiseCtor<HostAnswer>((resolve, reject) => {
    drop = reject;
    void promiseThen(
      answer(name, json, bytes),
      (found) => {
        stoodInNow -= 1;
        lookSoon();
        resolve(found);
      },
      (error) => {
        stoodInNow -= 1;
        lookSoon();
        reject(placed(errorOf(error as HostError), asked));
      },
    );
  });
  return { answer: settled, drop };
}

/** An operation under way: its result, and a way to drop it. */
export interface HostRequest {
  answer: Promise<HostAnswer>;
  drop: (reason: unknown) => void;
}

/**
 * Sends a request to the platform. `json` is a frame's text: `fieldsJson` or `ownJson`. A failed request rejects with
 * the FunctionError that the platform names.
 */
export function request(name: string, json: string, bytes?: Uint8Array): HostRequest {
  if (standIn !== undefined && open && isStoodIn(name)) return stoodIn(standIn, name, json, bytes);
  const op = nextOp++;
  let waiter: Waiting | undefined;
  const answer = new PromiseCtor<HostAnswer>((resolve, reject) => {
    waiter = { resolve, reject, asked: new ErrorCtor() };
  });
  if (!open) {
    waiter!.reject(
      platformError("UNAVAILABLE", "The platform answers only while a handler runs, not at the top level."),
    );
  } else if (
    mapSize(waiting as Map<unknown, unknown>) >=
    limits.hostCallsAtOnce + (name === "runs.keep" ? limits.runKeepsAtOnce : 0)
  ) {
    waiter!.reject(platformError("LIMIT_EXCEEDED", "This call makes too many requests to the platform at once."));
  } else if (
    (name === "http.write" ? ++written > limits.writes : ++made > limits.hostCalls) ||
    json.length > limits.argumentChars ||
    sizeOf("", bytes) > limits.argumentBytes
  ) {
    waiter!.reject(platformError("LIMIT_EXCEEDED", "This call makes too many requests to the platform."));
  } else {
    mapSet(waiting, op, waiter!);
    const room = underWay === 0 || underWay + sizeOf(json, bytes) <= limits.bytesAtOnce;
    if (room && mapSize(unsent as Map<unknown, unknown>) === 0) send({ op, name, json, bytes });
    else mapSet(unsent, op, { op, name, json, bytes: bytes === undefined ? undefined : copyBytes(bytes) });
  }
  return {
    answer,
    drop: (reason) => {
      if (!mapDelete(waiting, op)) return;
      if (!mapDelete(unsent, op)) host().drop(op);
      lookSoon();
      waiter!.reject(reason);
    },
  };
}

/**
 * Fails all requests that are under way or wait, because nobody wants their results any more. Later requests are sent.
 */
export function dropRequests(reason: unknown): void {
  mapForEach(waiting, (waiter, op) => {
    mapDelete(waiting, op);
    if (!mapDelete(unsent, op)) host().drop(op);
    waiter.reject(reason);
  });
}

export interface HostError {
  type: "function" | "type" | "dom";
  code: string;
  message: string;
  status?: number;
  details?: unknown;
}

/** Passes a result of the platform to the code that waits for it. */
export function takeReply(op: number, ok: boolean, text: string, bytes: ArrayBuffer | undefined): void {
  underWay -= mapGet(sizes, op) ?? 0;
  mapDelete(sizes, op);
  sendMore();
  const waiter = mapGet(waiting, op);
  if (waiter === undefined) return;
  mapDelete(waiting, op);
  lookSoon();
  const value = text === "" ? undefined : jsonParse(text);
  if (ok) {
    const own = bytes === undefined ? new Uint8ArrayCtor(0) : new Uint8ArrayCtor(bytes);
    return waiter.resolve({ __proto__: null, value, bytes: own } as unknown as HostAnswer);
  }
  waiter.reject(placed(errorOf(value as HostError), waiter.asked));
}

/** Gives an error the stack of the request. */
function placed(error: Error, { stack }: Error): Error {
  if (typeof stack !== "string") return error;
  const frames = stringIndexOf(stack, "\n");
  const head = `${error.name}: ${error.message}`;
  defineProperty(error, "stack", {
    value: head + (frames < 0 ? "" : stringSlice(stack, frames)),
    writable: true,
    configurable: true,
  });
  return error;
}

function errorOf({ type, code, message, status, details }: HostError): Error {
  if (type === "type") return new TypeErrorCtor(message);
  if (type === "dom") return new DOMException(message, code);
  return platformError(code, message, { ...(status === undefined ? {} : { status }), details });
}
