import type { OutboundCall, StatementNote } from "@ferrule/contract/internal/execution.ts";
import type { Invocation } from "../call/invocation.ts";

/** What a capability knows of the call that asks. */
export interface HostCallContext {
  invocation: Invocation;
  /** Aborted when the Function gives up waiting, and when its call ends. */
  signal: AbortSignal;
  /** Aborted when its call ends, one way or another: what outlives this answer goes then. */
  readonly ended: AbortSignal;
  /** Something outside has been, or is about to be, changed: the call will not be run again by itself. */
  touch: () => void;
  /** Ends the call as cancelled. */
  cancel: () => void;
  /** Notes an outbound request on the execution. */
  record: (call: OutboundCall) => void;
  /** Says on the execution's timeline which statement this host call is, and what has come of it. */
  noteStatement: (note: StatementNote) => void;
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
