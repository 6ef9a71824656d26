import { isSensitiveName, maskMarker, maskTokens } from "@ferrule/contract/warnings/sensitive-names.ts";

/** The rules of masking: fields by name, and parts of texts and numbers by content. */
export interface MaskRules {
  isSensitive: (name: string) => boolean;
  text: (text: string) => string;
  /** Whether `text` would mask this number's text. */
  hidesNumber: (value: number) => boolean;
}

/** The rules that apply everywhere: for fields whose names suggest a secret, and for the platform's own tokens. */
export const plainRules: MaskRules = { isSensitive: isSensitiveName, text: maskTokens, hidesNumber: () => false };

const maxDepth = 200;

/** A count of tokens is not a secret: `totalTokens: 12` stays. */
const isCount = (name: string, value: unknown) => typeof value === "number" && /tokens$/i.test(name);

/**
 * Masks a JSON value by the rules, at any depth. Returns the same value if it masked nothing, so that an ordinary
 * record needs no copy.
 */
export function mask(value: unknown, rules: MaskRules = plainRules, depth = 0): unknown {
  if (typeof value === "string") return rules.text(value);
  if (typeof value === "number") return rules.hidesNumber(value) ? maskMarker : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return maskMarker;
  if (Array.isArray(value)) return maskList(value, rules, depth);
  let masked: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    const hidden = before !== null && before !== undefined && rules.isSensitive(name) && !isCount(name, before);
    const after = hidden ? maskMarker : mask(before, rules, depth + 1);
    const maskedName = rules.text(name);
    if (after === before && maskedName === name) continue;
    masked ??= { ...value };
    if (maskedName !== name) delete masked[name];
    masked[maskedName] = after;
  }
  return masked ?? value;
}

function maskList(list: unknown[], rules: MaskRules, depth: number): unknown[] {
  let masked: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const after = mask(list[index], rules, depth + 1);
    if (after === list[index]) continue;
    masked ??= [...list];
    masked[index] = after;
  }
  return masked ?? list;
}
