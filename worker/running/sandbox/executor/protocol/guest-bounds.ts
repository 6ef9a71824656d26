import type { GuestError } from "./messages.ts";

export const resultKinds = new Set(["value", "http", "mcp", "error", "suspended"]);
/** The most that a guest may send in one call. This is a second check behind the prelude's own counting. */
export const most = {
  hostCalls: 12_000,
  /** Writes of a streamed response. */
  writes: 110_000,
  logs: 1_100,
  textChars: 7 * 1024 * 1024,
  requestBytes: 16 * 1024 * 1024,
  /** For all host calls under way together. */
  askedBytes: 48 * 1024 * 1024,
  replyBytes: 7 * 1024 * 1024,
  levelChars: 16,
  nameChars: 100,
  logChars: 256 * 1024,
  progress: 1_100,
  progressChars: 8 * 1024,
  randomBytes: 65_536,
  errorChars: 4 * 1024,
  stackChars: 16 * 1024,
};

/** The error of a bundle that failed to load. The engine has converted it to an error of ours or to a primitive. */
export function loadError(error: unknown): GuestError {
  const stack = error instanceof Error ? (error.stack ?? "").slice(0, most.stackChars) || null : null;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `The module threw ${String(error)}.`;
  return { safe: false, code: "FUNCTION_ERROR", message: message.slice(0, most.errorChars), status: null, stack };
}
