import { maskMarker } from "../warnings/sensitive-names.ts";

/** A marker of the recorder. A caller may send one that looks nearly like it. */
export const isTruncated = (value: unknown): value is { $truncated: true; bytes: number } =>
  typeof value === "object" &&
  value !== null &&
  "$truncated" in value &&
  value.$truncated === true &&
  "bytes" in value &&
  typeof value.bytes === "number";

/** A member in a path. The name is somebody else's, and must not end the comment that it stands in. */
const memberOf = (name: string): string =>
  /^[A-Za-z_$][\w$]{0,63}$/.test(name)
    ? `.${name}`
    : `[${JSON.stringify(name.replace(/[^\x20-\x7e]/g, "?").slice(0, 64))}]`;

/** Where a recorded value holds `[masked]`: `input.card.token`. `at` is the name of the whole. */
export function maskedPlaces(value: unknown, at: string): string[] {
  if (typeof value === "string") return value.includes(maskMarker) ? [at] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, index) => maskedPlaces(one, `${at}[${index}]`));
  return Object.entries(value).flatMap(([name, one]) => maskedPlaces(one, `${at}${memberOf(name)}`));
}
