import type { Exit } from "./exit-codes.ts";

interface Parts {
  /** The exit code; `failed` when it is not set. */
  exit?: Exit;
  /** What to do about it, in one sentence. */
  hint?: string | undefined;
  /** More members for the output of `--json`. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** Ends a command: prints one line with the problem and one with the remedy. The code is for programs. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly code: string;
  readonly exit: Exit;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: string, message: string, { exit = "failed", hint, details, cause }: Parts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.exit = exit;
    this.hint = hint;
    this.details = details;
  }
}
