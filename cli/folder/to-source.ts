import { readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import type { GivenProjectSource, ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { isTests, isTree, singles, testEnding, type Documents, type Tree, type Value } from "./documents.ts";
import { fileOfContent, type Content } from "./contents/file-text.ts";
import { plainText } from "./plain-text.ts";

const entries = (value: Value | undefined): [string, Value][] => (isTree(value) ? Object.entries(value) : []);
const byName = <T>(all: readonly T[], nameOf: (one: T) => string): T[] =>
  all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

/** The documents of a folder (`functions`, `.ts`) with their names. */
function inFolder<Kind extends "text" | "tree">(documents: Documents, folder: string, kind: Kind) {
  const found = [...documents].flatMap(([path, one]) => {
    if (!path.startsWith(`${folder}/`) || !(kind in one) || isTests(path)) return [];
    const name = path.slice(folder.length + 1, path.lastIndexOf("."));
    return [{ name, value: (one as never as Record<Kind, Kind extends "text" ? string : Tree>)[kind] }];
  });
  return byName(found, ({ name }) => name);
}

/** The server's form of a source, if only line ends differ. */
const exact = (text: string, held: string | undefined) =>
  held !== undefined && plainText(held).text === text ? held : text;

/** The tests of a Function as a member of it; without one if it has none. */
function testsOf(slug: string, documents: Documents, held: string | undefined): { tests?: string } {
  const document = documents.get(`functions/${slug}${testEnding}`);
  return document !== undefined && "text" in document ? { tests: exact(document.text, held) } : {};
}

type HeldEndpoint = ProjectSource["endpoints"][number] | undefined;

/** The server's form of a content, if its bytes are the same. */
function contentOf(name: string, content: Content | null, held: HeldEndpoint): Content | null {
  const known = held?.bindings.find((one) => one.kind === "resource" && one.name === name);
  if (content === null || known?.kind !== "resource" || known.content === null) return content;
  return fileOfContent(known.content) === fileOfContent(content) ? known.content : content;
}

function resourceOf(name: string, { text, base64, ...rest }: Tree, held: HeldEndpoint) {
  const given = typeof text === "string" ? { text } : typeof base64 === "string" ? { base64 } : null;
  const content = contentOf(name, given, held);
  return { kind: "resource", name, ...rest, ...(content === null ? {} : { content }) };
}

function endpointOf(slug: string, { tools, resources, prompts, routes, ...rest }: Tree, held: HeldEndpoint) {
  const bindings = [
    ...entries(tools).map(([toolName, one]) => ({ kind: "mcp", toolName, ...(one as Tree) })),
    ...entries(resources).map(([name, one]) => resourceOf(name, one as Tree, held)),
    ...entries(prompts).map(([name, one]) => ({ kind: "prompt", name, ...(one as Tree) })),
    ...entries(routes).map(([route, one]) => {
      const [method = "", path = ""] = route.split(" ");
      return { kind: "http", method, path, ...(one as Tree) };
    }),
  ];
  return { slug, name: slug, ...rest, bindings };
}

function collectionOf(name: string, { grants, ...rest }: Tree) {
  const all = entries(grants).flatMap(([environment, subjects]) =>
    (["function", "endpoint"] as const).flatMap((subject) =>
      entries((subjects as Tree)[`${subject}s`]).map(([slug, access]) => ({ environment, access, [subject]: slug })),
    ),
  );
  return { name, ...rest, grants: all };
}

/** A label that is a number increases when the source changes. */
function labelOf(text: string, label: string, held: { source: string; version: string } | undefined): string {
  const isChanged = held !== undefined && held.version === label && plainText(held.source).text !== text;
  return isChanged && /^\d{1,9}$/.test(label) ? String(Number(label) + 1) : label;
}

function librariesOf(documents: Documents, base: ProjectSource | null) {
  const [versions, lock] = [singles.libraries, singles.lock].map((path) => {
    const document = documents.get(path);
    return document !== undefined && "tree" in document ? document.tree : {};
  }) as [Tree, Tree];
  const sources = inFolder(documents, "lib", "text").map(({ name, value }) => {
    const held = base?.libraries.find((one) => one.kind === "source" && one.name === name);
    const known = held?.kind === "source" ? held : undefined;
    const locked = Object.hasOwn(lock, name) ? (lock[name] as Tree) : {};
    const version = labelOf(value, (locked["version"] as string | undefined) ?? "1", known);
    return { kind: "source", name, version, source: exact(value, known?.source) };
  });
  const packages = entries(versions).map(([name, one]) => ({
    kind: "npm",
    name,
    ...(isTree(one) ? one : { package: name, version: one }),
    ...(Object.hasOwn(lock, name) ? (lock[name] as Tree) : {}),
  }));
  return byName([...sources, ...packages], ({ name }) => name);
}

/**
 * A Project's source as the API takes it, from the contents of its files.
 * @param base the server's source: sources that differ only in line ends keep its form
 */
export function toSource(documents: Documents, base: ProjectSource | null): GivenProjectSource {
  const held = new Map(base?.functions.map((one) => [one.slug, one]));
  const heldEndpoints = new Map(base?.endpoints.map((one) => [one.slug, one]));
  const settings = new Map(inFolder(documents, "functions", "tree").map(({ name, value }) => [name, value]));
  const single = (path: string) => {
    const document = documents.get(path);
    return document !== undefined && "tree" in document ? document.tree : {};
  };
  const environments = (path: string) =>
    byName(
      entries(single(path)).map(([name, environments]) => ({ name, environments })),
      ({ name }) => name,
    );
  const source = {
    apiVersion: "ferrule/v1",
    functions: inFolder(documents, "functions", "text").map(({ name: slug, value }) => ({
      slug,
      name: slug,
      ...settings.get(slug),
      ...readableConfig(value),
      source: exact(value, held.get(slug)?.source),
      ...testsOf(slug, documents, held.get(slug)?.tests),
    })),
    libraries: librariesOf(documents, base),
    collections: inFolder(documents, "collections", "tree").map(({ name, value }) => collectionOf(name, value)),
    endpoints: inFolder(documents, "endpoints", "tree").map(({ name, value }) =>
      endpointOf(name, value, heldEndpoints.get(name)),
    ),
    crons: entries(single(singles.crons)).flatMap(([environment, all]) =>
      entries(all).map(([name, cron]) => ({ name, environment, ...(cron as Tree) })),
    ),
    connections: environments(singles.connections),
    secrets: environments(singles.secrets),
  };
  return source as GivenProjectSource;
}
