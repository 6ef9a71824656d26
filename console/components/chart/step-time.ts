const today = (at: Date) => at.toDateString() === new Date().toDateString();

/**
 * When a step began; the day is left out when it is today.
 * @param days the step is a day in UTC: then only the day is said
 */
export function stepTime(at: string, days = false): string {
  const date = new Date(at);
  if (days) return date.toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
  const time = date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return today(date) ? time : `${date.toLocaleDateString("en", { month: "short", day: "numeric" })}, ${time}`;
}
