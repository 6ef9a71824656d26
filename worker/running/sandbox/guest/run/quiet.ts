// Why: docs/decisions/waits-are-rows.md
import { limits } from "../limits.ts";
import { now } from "../primordials.ts";
import { openRequestCount } from "../requests.ts";
import { hasTimers, lookAfter } from "../timers.ts";
import { isParked, type RunAttempt } from "./attempt.ts";

/**
 * Whether an attempt waits, and nothing else in the isolate can go on: no request is open, no timer waits, and all
 * microtasks have ended (call it at the beginning of a turn). A timer outside of steps counts only for a moment:
 * otherwise the time limit of a request that has long ended would hold the isolate.
 */
export function isQuiet(attempt: RunAttempt): boolean {
  if (!isParked(attempt) || openRequestCount() > 0) return false;
  if (!hasTimers()) return true;
  if (attempt.running > 0) return false;
  const parkedMs = now() - attempt.parkedAt;
  if (parkedMs >= limits.runTimersMs) return true;
  // Somebody may have set the clock back.
  lookAfter(parkedMs < 0 ? limits.runTimersMs : limits.runTimersMs - parkedMs);
  return false;
}
