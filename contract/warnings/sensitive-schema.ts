import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "../json-schema/walking/create-resolver.ts";
import { isObject } from "../json-schema/is-object.ts";
import { linearPattern } from "../json-schema/patterns/linear-pattern.ts";
import { beginWork } from "../json-schema/work-meter.ts";
import { maskMarker } from "./sensitive-names.ts";

/** Masks the parts of a value that its schema marks `writeOnly` or `x-sensitive`; the value itself is not changed. */
export type MaskBySchema = (value: unknown) => unknown;

/** The result of one subschema for the value in its place. */
interface Place {
  hidden: boolean;
  properties: Map<string, Place>;
  patterns: (readonly [NameTest, Place])[];
  additional: Place | null;
  prefix: Place[];
  items: Place | null;
  /** Other subschemas for the same value: if any that may apply hides the value, we hide it. */
  also: Place[];
  /** Whether the value may contain something to hide; undefined until it is computed. */
  holdsHidden?: boolean;
}

interface NameTest {
  test: (name: string) => boolean;
}

const maxDepth = 200;

/** A pattern that cannot be matched, or not in time, counts for every name: we prefer to hide too much. */
function nameTest(pattern: string): NameTest {
  return {
    test(name) {
      try {
        return linearPattern(pattern).test(name);
      } catch {
        return true;
      }
    },
  };
}

/** The time for the patterns of one value. */
const timeoutMs = 100;

function readPlaces(root: JsonSchema): { place: Place; anyHidden: boolean } {
  const known = new Map<unknown, Place>();
  const resolve = createResolver(root);
  let anyHidden = false;
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
  const entries = (value: unknown) =>
    isObject(value) ? Object.entries(value).filter(([, schema]) => isObject(schema)) : [];

  function read(schema: unknown): Place {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const place: Place = {
      hidden: false,
      properties: new Map(),
      patterns: [],
      additional: null,
      prefix: [],
      items: null,
      also: [],
    };
    if (!isObject(schema)) return place;
    known.set(schema, place);
    place.hidden = schema["writeOnly"] === true || schema["x-sensitive"] === true;
    anyHidden ||= place.hidden;
    for (const [name, inner] of entries(schema["properties"])) place.properties.set(name, read(inner));
    for (const [pattern, inner] of entries(schema["patternProperties"])) {
      place.patterns.push([nameTest(pattern), read(inner)]);
    }
    for (const name of ["additionalProperties", "unevaluatedProperties"]) {
      if (isObject(schema[name])) place.additional = read(schema[name]);
    }
    place.prefix = list(schema["prefixItems"]).map(read);
    for (const name of ["items", "unevaluatedItems", "contains"])
      if (isObject(schema[name])) place.items = read(schema[name]);
    for (const name of ["allOf", "anyOf", "oneOf"]) place.also.push(...list(schema[name]).map(read));
    for (const name of ["if", "then", "else"]) if (isObject(schema[name])) place.also.push(read(schema[name]));
    for (const [, inner] of entries(schema["dependentSchemas"])) place.also.push(read(inner));
    if (typeof schema["$ref"] === "string") place.also.push(read(resolve(schema["$ref"])));
    return place;
  }
  return { place: read(root), anyHidden };
}

/** A place, with all others for the same value. */
function together(places: readonly Place[]): Set<Place> {
  const all = new Set(places);
  for (const place of all) for (const other of place.also) all.add(other);
  return all;
}

function holdsHidden(start: Place): boolean {
  if (start.holdsHidden !== undefined) return start.holdsHidden;
  const all = new Set([start]);
  for (const { properties, patterns, additional, prefix, items, also } of all) {
    const inner = [
      ...properties.values(),
      ...patterns.map(([, place]) => place),
      additional,
      ...prefix,
      items,
      ...also,
    ];
    for (const place of inner) if (place !== null) all.add(place);
  }
  return (start.holdsHidden = [...all].some(({ hidden }) => hidden));
}

function maskAt(value: unknown, given: readonly Place[], depth: number): unknown {
  if (value === null || value === undefined || given.length === 0) return value;
  const places = [...together(given)];
  if (depth > maxDepth || places.some(({ hidden }) => hidden)) return maskMarker;
  // Models write lists and objects as JSON text. Then the text may contain data to hide.
  if (typeof value === "string" && places.some(holdsHidden)) return maskMarker;
  if (Array.isArray(value)) {
    const items = places.flatMap(({ items }) => items ?? []);
    return value.map((item: unknown, index) =>
      maskAt(item, [...items, ...places.flatMap(({ prefix }) => prefix[index] ?? [])], depth + 1),
    );
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const inside = places.flatMap(({ properties, patterns, additional }) => {
        const named = [
          ...(properties.has(name) ? [properties.get(name) as Place] : []),
          ...patterns.filter(([pattern]) => pattern.test(name)).map(([, place]) => place),
        ];
        return named.length > 0 || additional === null ? named : [additional];
      });
      return [name, maskAt(inner, inside, depth + 1)];
    }),
  );
}

/** Compiles the sensitive parts of a schema once for many values: null if it marks nothing, which is the usual case. */
export function compileSensitive(schema: JsonSchema | null): MaskBySchema | null {
  if (schema === null) return null;
  const { place, anyHidden } = readPlaces(schema);
  if (!anyHidden) return null;
  return (value) => {
    beginWork(timeoutMs);
    return maskAt(value, [place], 0);
  };
}
