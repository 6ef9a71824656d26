import { getOwnPropertyDescriptor, isArray, isError, ownKeys, stringSlice, StringOf } from "./primordials.ts";

const maxDepth = 4;
const maxItems = 100;
const maxChars = 8_192;

/**
 * Renders any value for logs, readable and limited: 4 levels of nesting, 100 items a level, 8,192 characters. Getters
 * do not run, and unreadable values are marked as such.
 */
export function inspect(value: unknown): string {
  const seen: unknown[] = [];
  let left = maxChars;

  function text(part: string): string {
    left -= part.length;
    return part;
  }

  function walk(item: unknown, depth: number): string {
    if (left <= 0) return "…";
    if (typeof item === "string")
      return text(depth === 0 ? stringSlice(item, 0, maxChars) : quoted(stringSlice(item, 0, maxChars)));
    if (typeof item === "function") return text("[function]");
    if (typeof item === "symbol" || typeof item !== "object" || item === null) {
      return text(typeof item === "bigint" ? `${bigText(item)}n` : StringOf(item));
    }
    for (let i = 0; i < seen.length; i++) if (seen[i] === item) return text("[circular]");
    if (isError(item)) {
      const stack = getOwnPropertyDescriptor(item, "stack")?.value as unknown;
      const message = item.message as unknown;
      return text(
        stringSlice(
          typeof stack === "string" ? stack : `Error: ${typeof message === "string" ? message : ""}`,
          0,
          maxChars,
        ),
      );
    }
    if (depth >= maxDepth) return text(isArray(item) ? "[array]" : "[object]");
    seen[seen.length] = item;
    const shown = isArray(item) ? list(item, depth) : fields(item, depth);
    seen.length -= 1;
    return shown;
  }

  function list(items: unknown[], depth: number): string {
    let shown = text("[");
    for (let i = 0; i < items.length && i < maxItems && left > 0; i++)
      shown += (i > 0 ? text(", ") : "") + walk(items[i], depth + 1);
    return shown + (items.length > maxItems ? text(`, … ${items.length - maxItems} more]`) : text("]"));
  }

  function fields(item: object, depth: number): string {
    const keys = ownKeys(item);
    let shown = text("{");
    for (let i = 0; i < keys.length && i < maxItems && left > 0; i++) {
      const key = keys[i]!;
      const own = getOwnPropertyDescriptor(item, key);
      if (own?.enumerable !== true) continue;
      shown += (shown === "{" ? " " : ", ") + text(`${StringOf(key)}: `);
      shown += own.get === undefined ? walk(own.value, depth + 1) : text("[getter]");
    }
    return shown + text(shown === "{" ? "}" : " }");
  }

  try {
    return stringSlice(walk(value, 0), 0, maxChars);
  } catch {
    return "[something that cannot be shown]";
  }
}

function quoted(value: string): string {
  return `"${value}"`;
}

/** Huge integers take minutes to print, so it shows only 4,096 bits. */
function bigText(value: bigint): string {
  return value < 1n << 4096n && value > -(1n << 4096n) ? StringOf(value) : "[bigint]";
}
