import type { Invoke } from "../../running/sandbox/call/invocation.ts";

/** The lease of an attempt in hand. */
export interface HeldLease {
  /** Whether it cannot be over. */
  isSure: () => boolean;
  /** Renews it if it may be over. When it is lost, the attempt's signal aborts before this resolves. */
  settle: () => Promise<void>;
}

/**
 * Runs a Function under a lease. It begins only while nobody else can have the attempt, however long it waited for a
 * place or the worker was stopped.
 */
export const invokeUnder =
  (invoke: Invoke, { isSure, settle }: HeldLease): Invoke =>
  async (invocation) => {
    await settle();
    return invoke({ ...invocation, mayBegin: isSure });
  };
