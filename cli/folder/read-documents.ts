import { exportsOf } from "@ferrule/contract/function-config/exports-of.ts";
import { readConfig } from "@ferrule/contract/function-config/read-config.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { isTests, singles, testEnding, type Document, type Problem, type Tree } from "./documents.ts";
import type { DocumentKind } from "./document-schemas.ts";
import { joinContents } from "./contents/join-contents.ts";
import { namedFiles } from "./contents/split-contents.ts";
import { endpointOf, locate } from "./locate.ts";
import type { Files, Place, Placed } from "./placed.ts";
import { plainText } from "./plain-text.ts";
import { readTree } from "./read-tree.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { withoutStaleLocks } from "./stale-locks.ts";

const kinds: Readonly<Record<string, DocumentKind>> = {
  functions: "function",
  endpoints: "endpoint",
  collections: "collection",
  [singles.libraries]: "libraries",
  [singles.lock]: "lock",
  [singles.crons]: "crons",
  [singles.connections]: "connections",
  [singles.secrets]: "secrets",
};

/** A Function without a handler is unfinished, not wrong. */
const hasHandler = (source: string): boolean =>
  exportsOf(source)?.some((one) => "name" in one && one.name === "default") ?? true;

/** The settings beside a Function, without those that the config in its source sets. */
function besideConfig(tree: Tree, source: string, file: string, place: Place): { tree: Tree; problems: Problem[] } {
  const config = (readConfig(source).config ?? {}) as Tree;
  const own = Object.entries(tree).filter(([name]) => !Object.hasOwn(config, name));
  const problems = Object.entries(place.raw ?? {})
    .filter(([name, value]) => Object.hasOwn(config, name) && !sameJson(value, config[name]))
    .map(([name]) => ({
      file,
      ...place.placeOf?.([name]),
      message: `${name} is set by config in the source: remove it here`,
    }));
  return { tree: Object.fromEntries(own), problems };
}

function readText(document: string, { path, text }: Place): { problems: Problem[]; warnings: Problem[] } {
  const problem = (message: string) => ({ problems: [{ file: path, message }], warnings: [] });
  const content = isTests(document) ? "a test" : "its code";
  if (text.trim() === "") return problem(`is empty: write ${content}, or delete the file`);
  if (text.length > 524_288) return problem("is longer than 512 KiB");
  if (text.includes("\0") || !text.isWellFormed()) return problem("is not text");
  if (!document.startsWith("functions/") || isTests(document)) return { problems: [], warnings: [] };
  const problems = readConfig(text).problems.map((one) => ({ file: path, ...one }));
  const message = "is not a Function yet: it has no `export default`";
  return { problems, warnings: hasHandler(text) ? [] : [{ file: path, message }] };
}

/** What one file says by itself. */
interface ReadFile {
  place: Place;
  document: Document | undefined;
  problems: Problem[];
  warnings: Problem[];
}

/** What files said when they were last read, by their paths: a file with the same content is not read again. */
export type KeptDocuments = Map<string, { content: string; read: ReadFile }>;

function readFile(document: string, path: string, content: string): ReadFile {
  const place: Place = { path, ...plainText(content) };
  if (document.endsWith(".ts")) return { place, document: { text: place.text }, ...readText(document, place) };
  const yaml = readYaml(path, place.text);
  if (yaml.tree === undefined) return { place, document: undefined, problems: yaml.problems, warnings: [] };
  place.raw = yaml.tree;
  place.placeOf = yaml.placeOf;
  const kind = kinds[document] ?? kinds[document.slice(0, document.indexOf("/"))]!;
  const read = readTree(kind, path, yaml);
  return { place, document: { tree: read.tree }, problems: [...yaml.problems, ...read.problems], warnings: [] };
}

function readKept(document: string, path: string, content: string, kept: KeptDocuments | undefined): ReadFile {
  const known = kept?.get(path);
  if (known?.content === content) return known.read;
  const read = readFile(document, path, content);
  kept?.set(path, { content, read });
  return read;
}

/** Takes the contents of resources from their files into the documents of the endpoints. */
function joinAll(documents: Map<string, Document>, places: ReadonlyMap<string, Place>, files: Files): Problem[] {
  return [...documents].flatMap(([document, held]) => {
    const slug = endpointOf(document);
    const place = places.get(document);
    if (slug === null || place === undefined || !("tree" in held)) return [];
    const { tree, problems } = joinContents(slug, held.tree, place, files);
    documents.set(document, { tree });
    return problems;
  });
}

/** The files in the folders of endpoints that no resource names. */
function unnamedContents(places: ReadonlyMap<string, Place>, files: Files): Problem[] {
  const named = new Set(
    [...places].flatMap(([document, { raw }]) => {
      const slug = endpointOf(document);
      return slug === null ? [] : namedFiles(slug, raw);
    }),
  );
  return [...files.keys()]
    .filter((path) => locate(path).isContent === true && !named.has(path))
    .map((file) => {
      const endpoint = file.split("/").slice(0, 2).join("/");
      return { file, message: `is not read: no resource of ${endpoint}.yaml names it` };
    });
}

/** A folder's files as documents, with all problems. */
export function readDocuments(files: Files, kept?: KeptDocuments): Placed {
  const documents = new Map<string, Document>();
  const places = new Map<string, Place>();
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { document, warning } = locate(path);
    if (warning !== undefined) warnings.push(warning);
    if (document === null) continue;
    const other = places.get(document);
    if (other !== undefined) {
      problems.push({ file: path, message: `defines the same as ${other.path}: keep one of them` });
      continue;
    }
    const read = readKept(document, path, content, kept);
    places.set(document, read.place);
    problems.push(...read.problems);
    warnings.push(...read.warnings);
    if (read.document !== undefined) documents.set(document, read.document);
  }
  for (const [document, { path }] of places) {
    if (!isTests(document) || places.has(document.replace(testEnding, ".ts"))) continue;
    documents.delete(document);
    warnings.push({ file: path, message: "is not read: there is no Function beside it" });
  }
  for (const [document, place] of places) {
    const beside = documents.get(document);
    if (!document.startsWith("functions/") || beside === undefined || !("tree" in beside)) continue;
    const source = documents.get(document.replace(/\.yaml$/, ".ts"));
    if (source === undefined || !("text" in source)) {
      problems.push({ file: place.path, message: "belongs to no Function: its source is missing" });
      continue;
    }
    const read = besideConfig(beside.tree, source.text, place.path, place);
    problems.push(...read.problems);
    documents.set(document, { tree: read.tree });
  }
  problems.push(...joinAll(documents, places, files));
  warnings.push(...unnamedContents(places, files));
  const filled = [...documents].filter(([, one]) => "text" in one || Object.keys(one.tree).length > 0);
  return { documents: withoutStaleLocks(new Map(filled)), places, problems, warnings };
}
