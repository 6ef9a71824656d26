import { isObject } from "../is-object.ts";

/** A name in the form of a JSON pointer (RFC 6901 section 3). */
export const escapePointerPart = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The names of a pointer in a URI's fragment (`#/$defs/Order`); null for any other text. */
export function pointerParts(reference: string): string[] | null {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return null;
  try {
    return reference
      .slice(2)
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return null;
  }
}

/** The target of these names inside a document, through own members only; undefined if there is none. */
const followNames = (root: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return /^(?:0|[1-9]\d{0,8})$/.test(name) ? (at as unknown[])[Number(name)] : undefined;
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);

/** The target of `#/…` inside a document, through own members only; undefined if there is none. */
export function followPointer(root: unknown, reference: string): unknown {
  const parts = pointerParts(reference);
  return parts === null ? undefined : followNames(root, parts);
}

/**
 * The target of a pointer as plain text (RFC 6901 section 5): `/lines/0/sku`. It goes through own members only;
 * undefined if there is none, or the text is not a pointer.
 */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  const names = pointer.slice(1).split("/");
  return followNames(
    root,
    names.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
  );
}
