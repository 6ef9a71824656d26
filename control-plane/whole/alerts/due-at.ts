import type { QuietHours } from "@ferrule/contract/resources/alert.ts";
import { Cron } from "croner";

/** What happens within this time of a first alert joins its message. */
export const gatherMs = 30_000;

/** The time of day there: `22:05`. */
const timeOfDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

/** Whether a time is within quiet hours, which may include midnight. */
function isQuiet(at: Date, { from, to, timezone }: QuietHours): boolean {
  const now = timeOfDay(at, timezone);
  return from < to ? from <= now && now < to : from <= now || now < to;
}

/** When a new message of a channel is sent: after a moment to gather, or at the end of quiet hours. */
export function dueAt(now: Date, quiet: QuietHours | null): Date {
  const gathered = new Date(now.getTime() + gatherMs);
  if (quiet === null || !isQuiet(now, quiet)) return gathered;
  const [hour, minute] = quiet.to.split(":").map(Number);
  return new Cron(`${minute} ${hour} * * *`, { timezone: quiet.timezone }).nextRun(now) ?? gathered;
}
