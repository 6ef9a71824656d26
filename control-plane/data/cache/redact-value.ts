import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";

export interface RedactionRules {
  isSensitive: (name: string) => boolean;
  /** The text, with everything masked that nobody may see. */
  text: (text: string) => string;
}

/** JSON that nests deeper is not shown. */
const maxDepth = 200;

/** Masks a JSON value: fields by name, and texts, names and numbers by content. Also returns how many it masked. */
export function redactValue(
  given: unknown,
  { isSensitive, text }: RedactionRules,
): { value: unknown; redactions: number } {
  let redactions = 0;
  const count = <T>(before: T, after: T): T => {
    if (after !== before) redactions += 1;
    return after;
  };

  function redact(value: unknown, depth: number): unknown {
    if (typeof value === "string") return count(value, text(value));
    if (typeof value === "number") {
      const said = String(value);
      return text(said) === said ? value : count<unknown>(value, maskMarker);
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return count<unknown>(value, maskMarker);
    if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const isHidden = field !== null && isSensitive(name);
        return [count(name, text(name)), isHidden ? count<unknown>(field, maskMarker) : redact(field, depth + 1)];
      }),
    );
  }

  const value = redact(given, 0);
  return { value, redactions };
}
