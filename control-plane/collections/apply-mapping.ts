import type { Mapping, MappingStep } from "@ferrule/contract/resources/data-collection.ts";

type Data = Record<string, unknown>;

const isContainer = (value: unknown): value is Data => typeof value === "object" && value !== null;
/** An own one, so that a path through `__proto__` finds nothing. */
const held = (at: unknown, key: string): unknown => (isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined);

function read(data: Data, path: string): unknown {
  return path.split(".").reduce<unknown>(held, data);
}

function put(at: Data, key: string, value: unknown): void {
  Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Sets a value, making the objects on the way; where something else is on the way, nothing happens. */
function write(data: Data, path: string, value: unknown): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  let at = data;
  for (const part of parts) {
    const next = held(at, part) ?? {};
    if (!isContainer(next)) return;
    if (held(at, part) === undefined || held(at, part) === null) put(at, part, next);
    at = next;
  }
  put(at, last, value);
}

function remove(data: Data, path: string): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const at = parts.reduce<unknown>(held, data);
  if (Array.isArray(at) && /^\d{1,6}$/.test(last)) at.splice(Number(last), 1);
  else if (isContainer(at) && Object.hasOwn(at, last)) delete at[last];
}

function toNumber(value: unknown, whole: boolean): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && !/^\s*-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?\s*$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number) || isContainer(value)) return value;
  return whole ? Math.trunc(number) : number;
}

function converted(value: unknown, to: string): unknown {
  if (to === "array") return Array.isArray(value) ? value : [value];
  if (to === "string") return typeof value === "string" ? value : JSON.stringify(value);
  if (to === "number" || to === "integer") return toNumber(value, to === "integer");
  if (value === "true" || value === 1) return true;
  return value === "false" || value === 0 ? false : value;
}

function applyStep(data: Data, step: MappingStep): void {
  if ("rename" in step) {
    const value = read(data, step.rename.from);
    if (value === undefined) return;
    remove(data, step.rename.from);
    write(data, step.rename.to, value);
  } else if ("remove" in step) {
    remove(data, step.remove);
  } else if ("default" in step) {
    if ((read(data, step.default.path) ?? null) === null)
      write(data, step.default.path, structuredClone(step.default.value));
  } else if ("set" in step) {
    write(data, step.set.path, structuredClone(step.set.value));
  } else {
    const value = read(data, step.convert.path);
    if (value !== undefined && value !== null) write(data, step.convert.path, converted(value, step.convert.to));
  }
}

/** Data as a mapping makes it, step by step; what was given stays as it is. */
export function applyMapping(data: Data, mapping: Mapping): Data {
  const made = structuredClone(data);
  for (const step of mapping) applyStep(made, step);
  return made;
}
