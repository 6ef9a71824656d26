import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { diffArrays } from "diff";
import { isMap, isScalar, isSeq, type Document, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { isTree, type Tree, type Value } from "../documents.ts";
import { freshYaml } from "./print-yaml.ts";

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A file whose text changes only in some places; the rest stays, byte for byte. */
interface File {
  text: string;
  document: Document;
  edits: Edit[];
}

const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;
/** The position after the line break that ends a node's last line. */
function behindLine(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found + 1;
}
const columnOf = (text: string, at: number) => at - lineStart(text, at);
const startOf = (node: unknown) => (node as Node).range?.[0] ?? 0;
/** The end of a value, without a comment behind it. */
const endOf = (node: unknown) => (node as Node).range?.[1] ?? 0;
const indented = (text: string, by: number) => text.trimEnd().replaceAll(/^(?=.)/gm, " ".repeat(by));

/** The start of the comment lines directly above a line, with the same indent. */
function withComments(text: string, start: number, column: number): number {
  let at = start;
  for (;;) {
    if (at === 0) return start;
    const above = lineStart(text, at - 1);
    const line = text.slice(above, at);
    // A comment at the head of the file belongs to the whole file.
    if (above === 0 && line.startsWith("#")) return start;
    if (!line.startsWith(`${" ".repeat(column)}#`)) return at;
    at = above;
  }
}

function removeLines({ text, edits }: File, from: number, to: number): void {
  const start = lineStart(text, from);
  edits.push({ start: withComments(text, start, from - start), end: behindLine(text, to), text: "" });
}

/** Inserts whole lines after everything that ends before `at`. */
function addLines({ text, edits }: File, at: number, lines: string): void {
  const start = behindLine(text, at);
  const broken = start > 0 && text[start - 1] !== "\n";
  edits.push({ start, end: start, text: broken ? `\n${lines}` : `${lines}\n` });
}

/** The text after `name:` for a value: ` word`, or indented lines. */
const behindColon = (value: Value, column: number) => indented(freshYaml({ a: value }), column).slice(column + 2);

function quotedLike(held: unknown, value: Value): Value | string {
  const type = isScalar(held) ? held.type : undefined;
  if (typeof value !== "string" || /[\n\\'"]/.test(value)) return behindColon(value, 0).trimStart();
  if (type === "QUOTE_SINGLE") return `'${value}'`;
  return type === "QUOTE_DOUBLE" ? JSON.stringify(value) : behindColon(value, 0).trimStart();
}

function replaceValue(file: File, pair: Pair, value: Value): void {
  const { text, edits } = file;
  const column = columnOf(text, startOf(pair.key));
  const colon = text.indexOf(":", endOf(pair.key));
  const held = pair.value as Node | null;
  const rest = behindColon(value, column);
  const isEmpty = held === null || startOf(held) === endOf(held);
  const start = colon + 1;
  const end = isEmpty ? start : endOf(held);
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  if (!isEmpty && isScalar(held) && !rest.includes("\n") && !text.slice(start, last).includes("\n"))
    edits.push({ start: startOf(held), end: last, text: quotedLike(held, value) as string });
  else edits.push({ start, end: last, text: rest });
}

function spliceList(file: File, list: YAMLSeq, value: readonly Value[]): void {
  const { text, document } = file;
  const items = list.items as Node[];
  const dashes = items.map((item) => text.lastIndexOf("-", startOf(item) - 1));
  const column = columnOf(text, dashes[0]!);
  const held = items.map((item) => item.toJS(document) as Value);
  let at = 0;
  for (const { added, removed, value: part } of diffArrays(held, [...value], { comparator: sameJson })) {
    if (added) {
      const lines = indented(freshYaml(part), column);
      // A short list would be printed on one line.
      const each = lines.trimStart().startsWith("[")
        ? part.map((one) => " ".repeat(column) + `- ${freshYaml(one).trimEnd()}`).join("\n")
        : lines;
      if (at === 0) file.edits.push({ ...atLine(text, dashes[0]!), text: `${each}\n` });
      else addLines(file, endOf(items[at - 1]), each);
      continue;
    }
    if (removed) part.forEach((_, index) => removeLines(file, dashes[at + index]!, endOf(items[at + index])));
    at += part.length;
  }
}

function atLine(text: string, at: number) {
  const start = lineStart(text, at);
  return { start, end: start };
}

function spliceMap(file: File, map: YAMLMap, value: Tree): void {
  const { text, document } = file;
  const names = new Set<string>();
  for (const pair of map.items) {
    const name = String((pair.key as { value?: unknown }).value);
    names.add(name);
    const held = pair.value as Node | null;
    const wanted = Object.hasOwn(value, name) ? value[name] : undefined;
    if (wanted === undefined) {
      removeLines(file, startOf(pair.key), Math.max(endOf(held ?? pair.key), endOf(pair.key)));
      continue;
    }
    if (held !== null && sameJson(held.toJS(document), wanted)) continue;
    const isBlock = (isMap(held) || isSeq(held)) && held.flow !== true && held.items.length > 0;
    if (isBlock && isMap(held) && isTree(wanted) && Object.keys(wanted).length > 0) spliceMap(file, held, wanted);
    else if (isBlock && isSeq(held) && Array.isArray(wanted) && wanted.length > 0) spliceList(file, held, wanted);
    else replaceValue(file, pair, wanted);
  }
  const added = Object.entries(value).filter(([name]) => !names.has(name));
  if (added.length === 0) return;
  const last = map.items.at(-1)!;
  const column = columnOf(text, startOf(map.items[0]!.key));
  const lines = indented(freshYaml(Object.fromEntries(added)), column);
  addLines(file, Math.max(endOf(last.value ?? last.key), endOf(last.key)), lines);
}

/**
 * The text of a YAML file after a change of its value: it rewrites the lines of what changes, and nothing else. This is
 * correct for files as people write them; the caller checks the result.
 */
export function spliceYaml(text: string, document: Document, value: Tree): string {
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true || contents.items.length === 0) return text;
  const file: File = { text, document, edits: [] };
  spliceMap(file, contents, value);
  const inOrder = file.edits.map((edit, index) => ({ ...edit, index }));
  inOrder.sort((a, b) => b.start - a.start || b.end - a.end || b.index - a.index);
  return inOrder.reduce((now, { start, end, text: by }) => now.slice(0, start) + by + now.slice(end), text);
}
