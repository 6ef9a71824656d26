/** Formats an instant on the clock of a time zone. */
export const inZone = (at: string, timezone: string): string =>
  new Date(at).toLocaleString("en", {
    timeZone: timezone,
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
