import type { Log } from "./log.ts";
import { clockBehindMs } from "./shared-time.ts";

/** If NTP or chrony keeps a clock, it is off by milliseconds. The alert `FerruleClockOff` uses the same limit. */
const mostMs = 2_000;
const usualMs = 5_000;

/**
 * How far this machine's clock is behind the shared one, in seconds; negative when it is ahead, null while it is within
 * 2 s.
 */
export function clockBehindSeconds(): number | null {
  const behindMs = clockBehindMs();
  return Math.abs(behindMs) <= mostMs ? null : behindMs / 1_000;
}

/**
 * Logs when this machine's clock turns out to be wrong, when the difference changes by more than 2 s, and when the
 * clock is right again.
 */
export function watchClock(log: Log, everyMs: number = usualMs): Disposable {
  let said = 0;
  function look(): void {
    const behindSeconds = clockBehindSeconds() ?? 0;
    const isWrong = behindSeconds !== 0;
    if (isWrong === (said !== 0) && Math.abs(behindSeconds - said) * 1_000 <= mostMs) return;
    said = behindSeconds;
    if (isWrong) log.warn({ behindSeconds }, "the clock of this machine is wrong; the database's clock decides");
    else log.info("the clock of this machine is right again");
  }
  const timer = setInterval(look, everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
