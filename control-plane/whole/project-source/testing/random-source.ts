import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { projectSource } from "@ferrule/contract/resources/project-source.ts";

/** Numbers from 0 to 1 by mulberry32: the same seed gives the same ones. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const names = ["one", "two", "three", "four", "five"];
const environments = ["development", "production"] as const;

/** Sources that hold together by themselves, of a few names, so that each differs from the last in every way. */
export function randomSource(seed: number) {
  const number = numbersFrom(seed);
  const chance = (share: number) => number() < share;
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(number() * items.length)]!;
  const some = <T>(items: readonly T[], share = 0.6) => items.filter(() => chance(share));
  const text = () => oneOf(["", "A text.", "漢字 e\u0301 👩‍👩‍👧", "Two\nlines"]);

  const libraries = () => [
    ...some(names).map((name) => {
      const source = `${chance(0.5) ? `import "lib/${oneOf(names)}"; ` : ""}export const x = ${Math.floor(number() * 3)};`;
      return { kind: "source", name, version: oneOf(["1", "2"]), source };
    }),
    ...some(names, 0.3).map((name) => ({ kind: "npm", name: `npm-${name}`, version: "1.0.0", package: `npm-${name}` })),
  ];
  const drafts = (collections: readonly string[]) =>
    some(names).map((slug) => ({
      slug,
      name: oneOf(["A", "B"]),
      description: text(),
      source: `${chance(0.5) ? `import "lib/${oneOf(names)}"; ` : ""}export default () => ${Math.floor(number() * 3)};`,
      ...(chance(0.3) ? { inputSchema: { type: "object", properties: { b: {}, a: {} } } } : {}),
      permissions: {
        secrets: some(["A_KEY", "B_KEY"]),
        collections: some(collections, 0.3).map((name) => ({ name, access: "read" })),
      },
    }));
  const policies = () => ({
    development: {
      caller: { mode: oneOf(["none", "api-key", "oauth"]) },
      allowedOrigins: some(["https://a.example.com"]),
    },
    production: { caller: { mode: "api-key" }, permissions: oneOf(["*", { secrets: ["A_KEY"] }]) },
  });
  // The kind goes with the slug, because it cannot change.
  const endpoints = (functions: readonly string[]) =>
    some(names).map((slug, at) => {
      const kind = names.indexOf(slug) % 2 === 0 ? "mcp" : "http";
      const bound = functions.length === 0 ? [] : some(names);
      const bindings = bound.map((name) => {
        const shared = { kind, function: oneOf(functions), description: text(), enabled: chance(0.8) };
        return kind === "mcp"
          ? { ...shared, toolName: name }
          : { ...shared, method: "GET", path: `/${name}/{${oneOf(names)}}` };
      });
      return { kind, slug, name: `Endpoint ${at}`, bindings, ...(chance(0.6) ? { policies: policies() } : {}) };
    });
  const collections = () =>
    some(names, 0.4).map((name) => ({
      name,
      description: text(),
      schema: { type: "object" },
      indexes: some(["a", "b.c"]),
    }));
  const grants = (functions: readonly string[], slugs: readonly string[]) =>
    environments.flatMap((environment) => [
      ...some(functions, 0.4).map((slug) => ({ environment, access: oneOf(["read", "read-write"]), function: slug })),
      ...some(slugs, 0.4).map((slug) => ({ environment, access: "write", endpoint: slug })),
    ]);
  const crons = (functions: readonly string[]) =>
    functions.length === 0
      ? []
      : Array.from({ length: Math.floor(number() * 5) }, () => ({
          name: oneOf(["Nightly", "Hourly"]),
          environment: oneOf(environments),
          function: oneOf(functions),
          schedule: oneOf(["0 2 * * *", "0 * * * *"]),
          enabled: chance(0.5),
          input: oneOf([{}, { b: 1, a: [2] }]),
        }));

  function source(): ProjectSource {
    const kept = collections();
    const functions = drafts(kept.map(({ name }) => name));
    const slugs = functions.map(({ slug }) => slug);
    const doors = endpoints(slugs);
    const doorSlugs = doors.map(({ slug }) => slug);
    return projectSource.parse({
      apiVersion: "ferrule/v1",
      functions,
      libraries: libraries(),
      collections: kept.map((one) => (chance(0.7) ? { ...one, grants: grants(slugs, doorSlugs) } : one)),
      endpoints: doors,
      crons: crons(slugs),
    });
  }
  return { source, chance };
}
