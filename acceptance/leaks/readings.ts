const attempt = (read: () => string): string[] => {
  try {
    return [read()];
  } catch {
    return [];
  }
};

/** The readings of base64 runs from each of their first four characters, one of which is aligned. */
const base64Readings = (text: string): string[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), "base64").toString()),
  );

const hexReadings = (text: string): string[] =>
  [...text.matchAll(/[0-9A-Fa-f]{12,}/g)].flatMap(([run]) =>
    [0, 1].map((skipped) => Buffer.from(run.slice(skipped), "hex").toString()),
  );

const unescaped = (text: string): string[] =>
  attempt(() => JSON.parse(`"${text.replaceAll(/(?<!\\)"/g, String.raw`\"`)}"`) as string);

/** Everything that somebody could read out of a text: the text itself, and each decoding that fits. */
export function readingsOf(text: string): string[] {
  const once = [
    text,
    ...unescaped(text),
    ...attempt(() => decodeURIComponent(text)),
    ...attempt(() => decodeURIComponent(text.replaceAll("+", " "))),
    ...base64Readings(text),
    ...hexReadings(text),
  ];
  return [
    ...once,
    ...once.slice(0, 4).flatMap((reading) => [...unescaped(reading), ...attempt(() => decodeURIComponent(reading))]),
  ];
}

/** Every text in a JSON value, names included. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)];
}
