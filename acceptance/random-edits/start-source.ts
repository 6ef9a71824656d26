import { projectSource, type ProjectSource } from "@ferrule/contract/resources/project-source.ts";

type Mark = () => string;

/** A Function's or a Library's source with marks in two lines far enough apart to be merged. */
export const sourceOf = (mark: Mark): string =>
  `export const first = "${mark()}";\n\n// Between them.\n\nexport const second = "${mark()}";\n\nexport default () => first + second;\n`;

export const collectionOf = (description: string) => ({ description, schema: { type: "object" } });
export const cronOf = (note: string) => ({ schedule: "0 2 * * *", input: { note } });
export const originOf = (mark: string): string => `https://${mark}.example.com`;

/** One or two things of each kind. `b` is the only one that an edit may remove. */
export function startSource(mark: Mark): ProjectSource {
  const policy = (mode: "none" | "api-key") => ({ caller: { mode }, allowedOrigins: [originOf(mark())] });
  return projectSource.parse({
    apiVersion: "ferrule/v1",
    functions: ["a", "b"].map((slug) => ({ slug, name: slug, source: sourceOf(mark), description: mark() })),
    libraries: [{ kind: "source", name: "shared", version: "1", source: sourceOf(mark) }],
    collections: [{ name: "notes", ...collectionOf(mark()) }],
    endpoints: [
      {
        kind: "mcp",
        slug: "tools",
        name: "tools",
        description: mark(),
        instructions: `${mark()}\nand\n${mark()}\n`,
        bindings: [{ kind: "mcp", toolName: "a", function: "a", description: mark() }],
        policies: { development: policy("none"), production: policy("api-key") },
      },
    ],
    crons: [{ name: "nightly", environment: "development", function: "a", ...cronOf(mark()) }],
  });
}

/** The names of everything that edits make and remove. */
export function namesIn(source: ProjectSource): Set<string> {
  return new Set([
    ...source.functions.map(({ slug }) => slug),
    ...source.libraries.map(({ name }) => name),
    ...source.collections.map(({ name }) => name),
    ...source.crons.map(({ name }) => name),
    ...source.endpoints.flatMap(({ bindings }) =>
      bindings.flatMap((one) => (one.kind === "mcp" ? [one.toolName] : [])),
    ),
  ]);
}
