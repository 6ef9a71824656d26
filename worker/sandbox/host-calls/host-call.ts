import type { OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { HostCallErrorCode } from "@ferrule/contract/internal/host-calls.ts";
import type { Invocation } from "../invocation.ts";

/** What a capability knows of the call that asks. */
export interface HostCallContext {
  invocation: Invocation;
  /** Aborted when the Function gives up waiting, and when its call ends. */
  signal: AbortSignal;
  /** Aborted when its call ends, one way or another: what outlives this answer goes then. */
  readonly ended: AbortSignal;
  /** Something outside has been, or is about to be, changed: the call will not be run again by itself. */
  touch: () => void;
  /** Notes an outbound request on the execution. */
  record: (call: OutboundCall) => void;
}

export interface HostCallAnswer {
  /** JSON, or undefined. */
  value?: unknown;
  bytes?: Uint8Array;
}

/**
 * One capability of a Function. It checks the grant on each use, and refuses by throwing a HostCallError.
 * `argument` is the guest's word: parse it.
 */
export type HostCall = (argument: unknown, bytes: Uint8Array, context: HostCallContext) => Promise<HostCallAnswer>;

/** A refusal or failure that the Function may see; what it must not see goes into `cause`. */
export class HostCallError extends Error {
  override name = "HostCallError";
  readonly code: HostCallErrorCode;
  readonly details: unknown;
  constructor(code: HostCallErrorCode, message: string, extra: { details?: unknown; cause?: unknown } = {}) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.details = extra.details;
  }
}

/** What a Function sees as a TypeError, as `fetch` has it for a network failure. */
export class HostTypeError extends Error {
  override name = "HostTypeError";
}

/** What a Function sees as a DOMException of this name. */
export class HostDomError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
