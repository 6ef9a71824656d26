const typeNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

const formatNames: Record<string, string> = {
  date: "a date, like 2026-01-31",
  time: "a time with its zone, like 12:00:00Z",
  "date-time": "a date and time with its zone, like 2026-01-31T12:00:00Z",
  duration: "a duration, like PT1H30M",
  email: "an email address",
  hostname: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  uri: "an absolute URI, like https://example.com/",
  "uri-reference": "a URI or a relative reference, like /path",
  uuid: "a UUID",
  byte: "text in base64",
  regex: "a regular expression",
};

const mostValues = 20;
const longestValue = 80;
const longestList = 400;

const joined = (texts: readonly string[]) =>
  texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** `3 characters`, `1 item`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const mustBeOfType = (types: readonly string[]): string =>
  `must be ${joined([...new Set(types)].map((type) => typeNames[type] ?? type))}`;

export const mustHaveFormat = (format: string): string => `must be ${formatNames[format] ?? `of the format ${format}`}`;

export const mustMatch = (pattern: string): string => `must match the pattern ${shortened(pattern, 200)}`;

/** The values that a schema allows, the first 20 of them. */
export function mustBeOneOf(values: readonly unknown[]): string {
  if (values.length === 0) return "is not allowed: the schema lists no value";
  const texts: string[] = [];
  let length = 0;
  for (const value of values.slice(0, mostValues)) {
    const text = shortened(JSON.stringify(value), longestValue);
    length += text.length;
    if (length > longestList && texts.length > 0) break;
    texts.push(text);
  }
  const left = values.length - texts.length;
  if (left > 0) return `must be one of ${texts.join(", ")} and ${left} more`;
  return texts.length === 1
    ? `must be ${texts[0]}`
    : `must be one of ${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}
