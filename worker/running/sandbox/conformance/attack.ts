import type { Invocation, TerminationReason } from "../call/invocation.ts";

/** The time limit of attacks that never end. In the short form, it is just long enough for them to start. */
export const overtimeMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 300 : 120;

/**
 * The expected outcome of a guest program that attacks a limit or a boundary. The program is in `programs/` ({@link
 * programFile}).
 */
export interface Attack {
  name: string;
  timeoutMs?: number;
  memoryMb?: number;
  /** Further options of the call. */
  over?: Partial<Invocation>;
  /**
   * `ended`: the platform ends it, for one of these reasons, within 300 ms after the limit. `throws`: it ends with an
   * error whose message matches. `returns`: it returns exactly this JSON.
   */
  expect: { ended: TerminationReason[] } | { throws: RegExp } | { returns: unknown };
}
