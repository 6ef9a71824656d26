import { isObject } from "../is-object.ts";
import { spend } from "../work-meter.ts";

/** Whether two JSON values are equal: numbers by value, objects whatever the order of their members. */
export function equalJson(a: unknown, b: unknown): boolean {
  spend(1);
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equalJson(a[name], b[name]))
  );
}
