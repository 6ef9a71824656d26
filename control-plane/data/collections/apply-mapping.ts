import { mostRecordBytes, type Mapping, type MappingStep } from "@ferrule/contract/resources/data-collection.ts";

type Data = Record<string, unknown>;

const isContainer = (value: unknown): value is Data => typeof value === "object" && value !== null;
const isIndex = (key: string) => /^(?:0|[1-9]\d{0,6})$/.test(key);

/** Reads an own property or an item. A path through `__proto__`, or to the `length` of an array, finds nothing. */
function held(at: unknown, key: string): unknown {
  if (Array.isArray(at)) return isIndex(key) ? (at as unknown[])[Number(key)] : undefined;
  return isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined;
}

function read(data: Data, path: string): unknown {
  return path.split(".").reduce<unknown>(held, data);
}

/** Whether `write` can put a value there: an array takes its existing items and one after the last. */
const isPlace = (at: Data, key: string) => !Array.isArray(at) || (isIndex(key) && Number(key) <= at.length);

function put(at: Data, key: string, value: unknown): void {
  Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Sets a value and creates the objects on the way. If something else is on the way, nothing happens. */
function write(data: Data, path: string, value: unknown): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  let at = data;
  for (const part of parts) {
    const next = held(at, part) ?? {};
    if (!isContainer(next) || !isPlace(at, part)) return;
    if (held(at, part) === undefined || held(at, part) === null) put(at, part, next);
    at = next;
  }
  if (isPlace(at, last)) put(at, last, value);
}

function remove(data: Data, path: string): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const at = parts.reduce<unknown>(held, data);
  if (Array.isArray(at)) {
    if (isIndex(last)) at.splice(Number(last), 1);
  } else if (isContainer(at) && Object.hasOwn(at, last)) delete at[last];
}

function toNumber(value: unknown, whole: boolean): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && !/^\s*-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?\s*$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number) || isContainer(value)) return value;
  return whole ? Math.trunc(number) : number;
}

/** Converts to text, unless the text exceeds a record's limit. Each step doubles the length of nested texts. */
function toText(value: unknown): unknown {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  return text.length > mostRecordBytes ? value : text;
}

function converted(value: unknown, to: string): unknown {
  if (to === "array") return Array.isArray(value) ? value : [value];
  if (to === "string") return toText(value);
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

/** Applies a mapping to data, step by step; the given data is not changed. */
export function applyMapping(data: Data, mapping: Mapping): Data {
  const made = structuredClone(data);
  for (const step of mapping) applyStep(made, step);
  return made;
}
