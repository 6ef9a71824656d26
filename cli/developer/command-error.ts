import type { Exit } from "./exit-codes.ts";

interface Parts {
  /** How the command ends; `failed` when it is left out. */
  exit?: Exit;
  /** What to do about it, in one sentence. */
  hint?: string | undefined;
  /** More for `--json`. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** Ends a command with one line that says what is wrong, and one that says what to do. The code is for programs. */
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
