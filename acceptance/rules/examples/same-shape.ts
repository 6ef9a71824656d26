type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The first place where a value has another shape than an example: another type, another field, or an item of a list
 * unlike all others; undefined if there is none. Where one of the two is null, or an empty list, nothing can differ.
 */
export function otherShape(example: unknown, real: unknown, path = ""): string | undefined {
  if (example === null || real === null) return undefined;
  if (Array.isArray(example) && Array.isArray(real)) {
    if (real.length === 0) return undefined;
    const differing = example.map((item) => real.map((one) => otherShape(item, one, `${path}[]`)));
    return differing.find((found) => found.every((place) => place !== undefined))?.[0];
  }
  if (isObject(example) && isObject(real)) {
    const names = [...new Set([...Object.keys(example), ...Object.keys(real)])];
    const lacking = names.find((name) => !(name in example && name in real));
    if (lacking !== undefined) return `${path}.${lacking}`;
    return names.map((name) => otherShape(example[name], real[name], `${path}.${name}`)).find(Boolean);
  }
  return typeof example === typeof real && Array.isArray(example) === Array.isArray(real) ? undefined : path;
}
