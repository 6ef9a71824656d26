import { Asymmetric } from "./asymmetric.ts";

const deepest = 8;
const mostItems = 200;
const mostChars = 8_192;

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};
const nameOf = (value: object): string => {
  const made = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof made === "string" ? made : "Object";
};
const isName = /^[A-Za-z_$][\w$]*$/;
const keyText = (key: PropertyKey) =>
  typeof key === "symbol" ? `[${String(key)}]` : isName.test(String(key)) ? String(key) : JSON.stringify(key);

function primitive(value: unknown): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "function") return `[Function ${value.name === "" ? "anonymous" : value.name}]`;
  return typeof value === "object" && value !== null ? undefined : String(value);
}

function single(value: object): string | undefined {
  if (value instanceof Asymmetric) return value.shown;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (value instanceof Promise) return "Promise {}";
  return undefined;
}

function lines(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return open + close;
  const inner = `${indent}  `;
  const left = parts.length > mostItems ? [`${inner}… ${parts.length - mostItems} more\n`] : [];
  const shown = parts.slice(0, mostItems).map((part) => `${inner}${part},\n`);
  return `${open}\n${shown.join("")}${left.join("")}${indent}${close}`;
}

function compound(value: object, indent: string, seen: readonly object[]): string {
  const inner = (one: unknown) => text(one, `${indent}  `, [...seen, value]);
  if (Array.isArray(value)) {
    return lines(
      "[",
      Array.from({ length: Math.min(value.length, mostItems + 1) }, (_, at) => inner(value[at])),
      "]",
      indent,
    );
  }
  if (value instanceof Set) return lines("Set {", [...value].map(inner), "}", indent);
  if (value instanceof Map) {
    const parts = [...value].map(([key, held]) => `${inner(key)} => ${inner(held)}`);
    return lines("Map {", parts, "}", indent);
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return lines(`${nameOf(value)} [`, Array.from(value as Uint8Array, String), "]", indent);
  }
  const keys = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
  const named = keys.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
  const parts = named.map((key) => `${keyText(key)}: ${inner((value as Record<PropertyKey, unknown>)[key])}`);
  return lines(isPlain(value) ? "{" : `${nameOf(value)} {`, parts, "}", indent);
}

function text(value: unknown, indent: string, seen: readonly object[]): string {
  const simple = primitive(value);
  if (simple !== undefined) return simple;
  const object = value as object;
  const alone = single(object);
  if (alone !== undefined) return alone;
  if (seen.includes(object)) return "[Circular]";
  return seen.length >= deepest ? "…" : compound(object, indent, seen);
}

/**
 * A value as text of several lines, with its fields in the order of their names, so that two texts can be compared line
 * by line. It never throws.
 */
export function show(value: unknown): string {
  try {
    const shown = text(value, "", []);
    return shown.length <= mostChars ? shown : `${shown.slice(0, mostChars)}…`;
  } catch {
    return "[something that cannot be shown]";
  }
}

const longestInline = 120;

/** The same on one line, shortened. */
export function showShortly(value: unknown): string {
  const inline = show(value)
    .replaceAll(/,?\n\s*(?=[\]}])/g, " ")
    .replaceAll(/\n\s*/g, " ");
  return inline.length <= longestInline ? inline : `${inline.slice(0, longestInline)}…`;
}
