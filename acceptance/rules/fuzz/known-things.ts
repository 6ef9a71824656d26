import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import { recipeOf } from "../recipes.ts";
import type { Site } from "../site.ts";
import type { FuzzedRequest } from "./fuzzed-request.ts";

/** Existing things to request, by the parameter's name and the id's prefix. */
export interface KnownThings {
  /** Learns the ids in a request or a response. */
  learn: (fields: Record<string, unknown>) => void;
  /** Learns parameters that name something together. */
  learnParams: (params: Record<string, string>) => void;
  learnCursor: (cursor: unknown) => void;
  /** Replaces each `@name:3` by an existing thing. */
  resolve: (request: FuzzedRequest) => FuzzedRequest;
}

const placeholder = /@([A-Za-z]+):(\d+)/g;

/** The first parts of a real cursor name its list; the last ones are arbitrary. */
function tampered(cursor: string, at: number): string {
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
  const values = [
    "",
    "x",
    "-1",
    "9".repeat(30),
    "infinity",
    "2026-02-30T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z",
    "0000-01-01T00:00:00.000Z",
    "\u0001",
    1,
    null,
    [],
  ];
  if (at % 4 === 0) return cursor;
  const changed = parts.map((part, index) =>
    index === 0 || (index + at) % 2 === 0 ? part : values[at % values.length],
  );
  return Buffer.from(JSON.stringify(at % 5 === 0 ? changed.slice(0, 2) : changed)).toString("base64url");
}

/** `kept` are ids that the fuzzer needs: its own user, session and Project. */
export function knownThings(kept: ReadonlySet<string>): KnownThings {
  const known = new Map<string, string[]>();
  const cursors: string[] = [];
  const sets = new Map<string, Record<string, string>[]>();
  const shapeOf = (params: Record<string, string>) => Object.keys(params).sort().join();
  const add = (name: string, value: unknown) => {
    if (typeof value !== "string" || kept.has(value) || value.length > 200) return;
    const values = known.get(name) ?? [];
    if (!values.includes(value)) values.push(value);
    if (values.length > 60) values.shift();
    known.set(name, values);
  };
  const fill = (text: string) =>
    text.replaceAll(placeholder, (_, name: string, at: string) => {
      if (name === "cursor") return tampered(cursors[Number(at) % cursors.length] ?? "WyJ4Il0", Number(at));
      const values = known.get(name) ?? [];
      return values[Number(at) % values.length] ?? `${name}_${"0".repeat(24)}`;
    });
  const fillAll = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]));
  const together = (request: FuzzedRequest) => {
    const known = sets.get(shapeOf(request.params)) ?? [];
    return request.together === null ? undefined : known[request.together % known.length];
  };
  return {
    learn: (fields) => {
      for (const [name, value] of Object.entries(fields)) {
        if (name.endsWith("Id") || name === "revision") add(name, name === "revision" ? String(value) : value);
        const prefix = typeof value === "string" ? /^([a-z]+)_[0-9a-z]{24}$/.exec(value)?.[1] : undefined;
        if (prefix !== undefined) add(prefix, value);
      }
    },
    learnCursor: (cursor) => {
      if (typeof cursor === "string" && cursors.length < 40) cursors.push(cursor);
    },
    learnParams: (params) => {
      if (Object.values(params).some((value) => kept.has(value))) return;
      const shape = shapeOf(params);
      sets.set(shape, [...(sets.get(shape) ?? []), params].slice(-60));
    },
    resolve: (request) => ({
      ...request,
      params: together(request) ?? fillAll(request.params),
      query: fillAll(request.query),
      body: request.body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(request.body))) as unknown),
    }),
  };
}

/** Makes things of every kind through the operations' recipes, for the fuzzer to request. */
export async function furnish(things: KnownThings, site: Site): Promise<void> {
  const names: OperationName[] = operationNames.filter((name) => recipeOf(name).spendsSession !== true);
  for (const name of [...names, ...names]) {
    const { params = {}, body } = await recipeOf(name).prepare({ site, asker: site.owner });
    things.learn(params);
    things.learnParams(params);
    things.learn((body ?? {}) as Record<string, unknown>);
  }
}
