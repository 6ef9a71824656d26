import { maskTokens, namesLike } from "@ferrule/contract/warnings/sensitive-names.ts";

const secretNames =
  /(password|passwd|secret|token|apikey|authorization|cookie|credentials?|privatekey|passwordhash|sha256|value)$/;
const longest = 4_000;

const isSecret = (name: string) => secretNames.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

type IsMasked = (name: string) => boolean;

function redactValue(value: unknown, isMasked: IsMasked): unknown {
  if (typeof value === "string") {
    const text = maskTokens(value);
    return text.length > longest ? `${text.slice(0, longest)}… (shortened)` : text;
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, isMasked));
  if (typeof value !== "object" || value === null) return value;
  return redactFields(value as Record<string, unknown>, isMasked);
}

const redactFields = (changes: Record<string, unknown>, isMasked: IsMasked): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const tells = typeof value === "string" || (typeof value === "object" && value !== null);
      const hidden = (tells && isSecret(name)) || (value !== null && isMasked(name));
      return [name, hidden ? "[redacted]" : redactValue(value, isMasked)];
    }),
  );

/**
 * The part of a change that an audit event may store. At any depth, values under a name of a secret become
 * `[redacted]`. Numbers, booleans and null stay, because they reveal no secret; under one of `maskedNames`
 * (MASKED_NAMES) only null stays. It masks the platform's own tokens everywhere, and shortens long texts.
 */
export function redact(changes: Record<string, unknown>, maskedNames: readonly string[] = []): Record<string, unknown> {
  return redactFields(changes, namesLike(maskedNames));
}
