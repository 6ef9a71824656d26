const months = "January February March April May June July August September October November December".split(" ");
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const ordinals: Record<string, string> = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", L: "last" };
const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Converts a number or a three-letter name to its word. */
function word(value: string, words: readonly string[], offset: number): string {
  const named = words.find((each) => each.slice(0, 3).toUpperCase() === value.toUpperCase());
  return named ?? words[Number(value) - offset] ?? value;
}

/** `1-5`, `MON,WED`, `FRI#L` in words. */
function inWords(field: string, words: readonly string[], offset: number): string {
  const part = (one: string) => {
    const [range = "", step] = one.split("/");
    const [name = "", nth] = range.split("#");
    if (nth !== undefined) return `the ${ordinals[nth] ?? nth} ${word(name, words, offset)}`;
    const said = name
      .split("-")
      .map((each) => word(each, words, offset))
      .join(" to ");
    return step === undefined ? said : `every ${step}th of ${range === "*" ? "them" : said}`;
  };
  return listed.format(field.split(",").map(part));
}

const number = /^\d+$/;
const step = /^\*\/(\d+)$/;
const pad = (value: string) => value.padStart(2, "0");
const every = (count: string, unit: string) => (count === "1" ? `every ${unit}` : `every ${count} ${unit}s`);

function timeInWords(second: string, minute: string, hour: string): string {
  const seconds = second === "0" || second === "00" ? "" : `:${pad(second)}`;
  const isPlain = number.test(second) && number.test(minute);
  if (isPlain && hour.split(",").every((one) => number.test(one)))
    return `at ${listed.format(hour.split(",").map((one) => `${pad(one)}:${pad(minute)}${seconds}`))}`;
  const within = hour === "*" ? "" : ` of hour ${hour}`;
  if (isPlain && step.test(hour)) return `${every(hour.slice(2), "hour")}, at minute ${Number(minute)}`;
  if (isPlain) return `at minute ${Number(minute)} of every hour${within && ` from ${hour}`}`;
  if (number.test(second) && minute === "*") return `every minute${within}`;
  if (number.test(second) && step.test(minute)) return `${every(minute.slice(2), "minute")}${within}`;
  if (step.test(second) && minute === "*") return `${every(second.slice(2), "second")}${within}`;
  if (second === "*" && minute === "*") return `every second${within}`;
  return `at second ${second}, minute ${minute}, hour ${hour}`;
}

/**
 * Describes a cron schedule of five or six fields in English, without its time zone: `at 09:30, Monday to Friday`. Null
 * for any other number of fields. The server checks whether the fields themselves are valid.
 */
export function describeSchedule(schedule: string): string | null {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return null;
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = ""] =
    fields.length === 5 ? ["0", ...fields] : fields;
  const onDay = day === "*" ? null : day === "L" ? "on the last day of the month" : `on day ${day} of the month`;
  const onWeekday = weekday === "*" ? null : inWords(weekday, days, 0);
  return [
    timeInWords(second, minute, hour),
    [onDay, onWeekday].filter((each) => each !== null).join(" or ") || null,
    month === "*" ? null : `in ${inWords(month, months, 1)}`,
  ]
    .filter((each) => each !== null)
    .join(", ");
}
