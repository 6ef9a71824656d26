/**
 * An instant in ISO 8601, with `Z` or an offset and at most microseconds. Leap seconds do not count, because MySQL does
 * not know them.
 */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * An instant in the form for MySQL and MariaDB, in UTC like the session: `2026-02-03T04:05:06.789Z` becomes `2026-02-03
 * 04:05:06.789`. MariaDB accepts no zone, and MySQL since 8.0.19 only an offset. Undefined when the text is not an
 * instant.
 */
export function mysqlTime(text: string): string | undefined {
  if (!instant.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).toString().replace("T", " ").replace("Z", "");
  } catch {
    return undefined;
  }
}
