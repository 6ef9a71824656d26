import type { Diagnostic } from "../internal/jobs.ts";
import { validationIssues } from "../json/validation-issues.ts";
import { functionConfig, type FunctionConfig } from "../resources/function.ts";
import { exportsOf } from "./exports-of.ts";
import { NotLiteral, readLiteral } from "./read-literal.ts";

const wanted = "config must be declared as export const config = {…}";
/** Finds the start of a declaration of `config`, even in a source that cannot be parsed. */
const mention = /\bexport\s+const\s+config\b/;
const declaration = /\bexport\s+const\s+$/;
const beginning = /\s*(?::\s*[A-Za-z_$][\w$.]*\s*)?=(?![=>])/y;
/** The text that may follow the literal: the statement's end, or syntax that only TypeScript reads. */
const ending = /(?:\s+as\s+const\b)?(?:\s+satisfies\s+[A-Za-z_$][\w$.]*)?[^\S\n]*(?:;|\/[/*]|\n|$)/y;

/** Every member of a config may be wrong, so we report at most this many problems. */
const mostProblems = 100;

/** A problem and its place; lines and columns begin at 1. */
type Problem = Pick<Diagnostic, "line" | "column" | "message">;

interface Found {
  /** Undefined if the source declares none, or if we cannot read it. */
  config?: FunctionConfig;
  problems: readonly Problem[];
}

const none: Found = { problems: [] };

function placeOf(source: string, at: number) {
  const before = source.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const refused = (source: string, at: number, ...messages: string[]): Found => {
  const place = placeOf(source, at);
  return { problems: messages.map((message) => ({ ...place, message })) };
};

/** Reads the declaration after the name `config`, which ends at `at`. */
function readDeclared(source: string, at: number): Found {
  beginning.lastIndex = at;
  if (!beginning.test(source)) return refused(source, at, wanted);
  const start = beginning.lastIndex;
  try {
    const { value, end } = readLiteral(source, start);
    ending.lastIndex = end;
    if (!ending.test(source)) return refused(source, end, "config must be one literal, which ends here");
    const { success, data, error } = functionConfig.safeParse(value);
    if (success) return { config: data, problems: [] };
    const issues = validationIssues(error, "config").slice(0, mostProblems);
    return refused(source, start, ...issues.map(({ path, message }) => `${path} ${message}`));
  } catch (error) {
    if (error instanceof NotLiteral) return refused(source, error.at, `config ${error.message}`);
    throw error;
  }
}

/**
 * The settings that a source declares with `export const config = {…}`, or the problems that prevent reading them.
 * Nothing is evaluated: `config` must be a literal.
 */
export function readConfig(source: string): Found {
  // Most sources have no config, and are not parsed.
  if (!source.includes("config") || !source.includes("export")) return none;
  const exported = exportsOf(source);
  if (exported === null) {
    const mentioned = source.search(mention);
    return mentioned === -1 ? none : refused(source, mentioned, "config cannot be read: the source has a syntax error");
  }
  const found = exported.find((one) => "name" in one && one.name === "config" && !one.typeOnly);
  if (found === undefined) return none;
  if (found.type !== "direct") return refused(source, 0, wanted);
  const isDeclared = declaration.test(source.slice(Math.max(0, found.start - 100), found.start));
  return isDeclared ? readDeclared(source, found.end) : refused(source, found.start, wanted);
}

/** The problems that prevent reading a source's config, in the form in which a check of the source reports them. */
export const configProblems = (source: string): Diagnostic[] =>
  readConfig(source).problems.map((problem) => ({ severity: "error", ...problem, code: "CONFIG_INVALID" }));

/** The settings that a source declares; empty if we cannot read them. Use it only to display or check. */
export const readableConfig = (source: string): FunctionConfig => readConfig(source).config ?? {};
