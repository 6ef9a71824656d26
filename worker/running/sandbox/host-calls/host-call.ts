import type { OutboundCall, StatementNote } from "@ferrule/contract/internal/execution.ts";
import type { CancelSignal } from "../../../ground/cancellation.ts";
import type { Invocation } from "../call/invocation.ts";

/** The facts about the call that uses a capability. */
export interface HostCallContext {
  invocation: Invocation;
  /** Aborts when the Function stops waiting, and when its call ends. */
  readonly dropped: CancelSignal;
  /** The same, as an `AbortSignal`. Making one costs more than most host calls, so use it only where it is needed. */
  readonly signal: AbortSignal;
  /** Aborts when the call ends in any way. Anything that outlives this result must end then. */
  readonly ended: AbortSignal;
  /** Call it when something outside was or will be changed, so that the call is never repeated automatically. */
  touch: () => void;
  /** Ends the call as cancelled. */
  cancel: () => void;
  /** Records an outbound request on the execution. */
  record: (call: OutboundCall) => void;
  /** Adds the statement of this host call, and its result, to the execution's timeline. */
  noteStatement: (note: StatementNote) => void;
}

export interface HostCallAnswer {
  /** JSON, or undefined. */
  value?: unknown;
  bytes?: Uint8Array;
}

/**
 * One capability of a Function. It checks the grant on each use, and refuses by throwing a HostCallError.
 * `argument` comes from the guest and is untrusted: parse it.
 */
export type HostCall = (argument: unknown, bytes: Uint8Array, context: HostCallContext) => Promise<HostCallAnswer>;

/** A Function sees it as a TypeError, as `fetch` defines for a network failure. */
export class HostTypeError extends Error {
  override name = "HostTypeError";
}

/** A Function sees it as a DOMException of this name. */
export class HostDomError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
