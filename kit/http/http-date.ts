const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = `(?<month>${months.join("|")})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const forms = [
  new RegExp(String.raw`^${day}, (?<date>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
  new RegExp(String.raw`^${longDay}, (?<date>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`),
  new RegExp(String.raw`^${day} ${month} (?<date>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/** If a two-digit year seems to be more than 50 years ahead, it means the past (RFC 9110 section 5.6.7). */
function wholeYear(year: string): number {
  if (year.length === 4) return Number(year);
  const now = new Date().getUTCFullYear();
  const near = Math.floor(now / 100) * 100 + Number(year);
  return near > now + 50 ? near - 100 : near;
}

/**
 * Epoch milliseconds of an HTTP-date in one of its three forms (RFC 9110 section 5.6.7); null for any other text, such
 * as `2099`.
 */
export function httpDate(field: string | undefined): number | null {
  if (field === undefined || field.length > 40) return null;
  for (const form of forms) {
    const parts = form.exec(field)?.groups;
    if (parts === undefined) continue;
    const [date = 0, hour = 0, minute = 0, second = 0] = ["date", "hour", "minute", "second"].map((name) =>
      Number(parts[name]),
    );
    const [year, monthIndex] = [wholeYear(parts["year"] ?? ""), months.indexOf(parts["month"] ?? "")];
    const isReal = new Date(Date.UTC(year, monthIndex, date)).getUTCMonth() === monthIndex && date > 0;
    // A leap second counts as the first second of the next minute.
    return isReal && hour < 24 && minute < 60 && second <= 60
      ? Date.UTC(year, monthIndex, date, hour, minute, second)
      : null;
  }
  return null;
}
