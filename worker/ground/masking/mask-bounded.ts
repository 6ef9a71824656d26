import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { bound, maxRecordedBytes, previewCharacters, type Truncated } from "./bound.ts";
import { mask, type MaskRules } from "./mask.ts";

/** How much of a value we mask for its preview. */
const startCharacters = 4 * previewCharacters;
/**
 * More characters than the longest beginning of our own tokens that a cut may leave. The rules for cut texts know the
 * length of other secrets.
 */
const cutOff = 100;
const deepest = 200;

/** The beginning of a value, without later members and items. It cuts and masks long texts. */
function startOf(value: unknown, cutText: (text: string) => string): unknown {
  const budget = { left: startCharacters };
  const text = (given: string): string => {
    budget.left -= given.length;
    return given.length <= startCharacters ? given : cutText(given.slice(0, startCharacters)).slice(0, -cutOff);
  };
  const start = (at: unknown, depth: number): unknown => {
    if (typeof at === "string") return text(at);
    budget.left -= 2;
    if (typeof at !== "object" || at === null) return at;
    if (depth > deepest) return maskMarker;
    if (Array.isArray(at)) {
      const items: unknown[] = [];
      for (let index = 0; index < at.length && budget.left > 0; index += 1) items.push(start(at[index], depth + 1));
      return items;
    }
    const members: Record<string, unknown> = {};
    for (const name in at) {
      if (budget.left <= 0) break;
      const value = start((at as Record<string, unknown>)[name], depth + 1);
      Object.defineProperty(members, text(name), { value, enumerable: true, configurable: true, writable: true });
    }
    return members;
  };
  return start(value, 0);
}

/**
 * A value in its recorded form: masked; or, if it is too large, a marker with its masked beginning. It masks only the
 * beginning of a large value, so the rest costs no more than counting.
 * @param cutText Masks a text that was cut at 8,192 characters, possibly inside a secret
 */
export function maskBounded(value: unknown, rules: MaskRules, cutText: (text: string) => string): unknown {
  if (typeof value !== "object" && typeof value !== "string") return mask(value, rules);
  const json = JSON.stringify(value) ?? "null";
  const bytes = json.length * 3 <= maxRecordedBytes ? 0 : Buffer.byteLength(json);
  if (bytes <= maxRecordedBytes) {
    const masked = mask(value, rules);
    return masked === value ? value : bound(masked);
  }
  const begin = JSON.stringify(mask(startOf(value, cutText), rules));
  return { $truncated: true, bytes, preview: begin.slice(0, previewCharacters) } satisfies Truncated;
}
