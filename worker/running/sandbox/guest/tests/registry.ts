import { formatName } from "./format-name.ts";

export type Body = () => unknown;
type Mode = "run" | "skip" | "only";

export interface Group {
  /** Null for the file itself. */
  name: string | null;
  within: Group | undefined;
  mode: Mode;
  before: Body[];
  after: Body[];
}

export interface RegisteredTest {
  name: string;
  group: Group;
  mode: Mode;
  body: Body;
  timeoutMs: number | undefined;
}

/** How many tests a file may have, and how many characters a name. */
const mostTests = 2_000;
const mostNameChars = 500;

const file: Group = { name: null, within: undefined, mode: "run", before: [], after: [] };
const tests: RegisteredTest[] = [];
let present = file;
let isOpen = true;

function requireOpen(what: string): void {
  if (!isOpen)
    throw new Error(
      `${what} is called while the file is loaded, at its top level or in a describe, and not in a test.`,
    );
}

const nameOf = (given: unknown): string => {
  const name = typeof given === "function" ? given.name : String(given);
  return name.length <= mostNameChars ? name : `${name.slice(0, mostNameChars)}…`;
};

const timeoutOf = (given: unknown): number | undefined => {
  const timeout: unknown =
    typeof given === "object" && given !== null ? (given as { timeout?: unknown }).timeout : given;
  return typeof timeout === "number" && timeout > 0 ? timeout : undefined;
};

function add(mode: Mode, name: unknown, body: unknown, options?: unknown): void {
  requireOpen("test()");
  if (typeof body !== "function" && mode !== "skip")
    throw new TypeError(`The test "${nameOf(name)}" has no body: write test("…", async () => { … }).`);
  if (tests.length >= mostTests)
    throw new RangeError(`A file may have at most ${mostTests} tests. Divide the Function.`);
  tests.push({ name: nameOf(name), group: present, mode, body: body as Body, timeoutMs: timeoutOf(options) });
}

const each =
  (rows: readonly unknown[]) =>
  (name: string, body: (...values: unknown[]) => unknown, options?: unknown): void => {
    if (!Array.isArray(rows)) throw new TypeError("test.each takes an array of rows.");
    for (const [at, row] of rows.entries()) {
      const values: unknown[] = Array.isArray(row) ? row : [row];
      add("run", formatName(nameOf(name), values, at), () => body(...values), options);
    }
  };

/** `test` of `ferrule/test`. */
export const test = Object.assign(
  (name: unknown, body: unknown, options?: unknown): void => add("run", name, body, options),
  {
    skip: (name: unknown, body?: unknown, options?: unknown): void => add("skip", name, body, options),
    only: (name: unknown, body: unknown, options?: unknown): void => add("only", name, body, options),
    each,
  },
);

function group(mode: Mode, name: unknown, body: () => unknown): void {
  requireOpen("describe()");
  const outer = present;
  present = { name: nameOf(name), within: outer, mode, before: [], after: [] };
  try {
    const returned = body();
    if (returned instanceof Promise)
      throw new TypeError(`The body of describe("${nameOf(name)}") may not wait: only tests and beforeEach may.`);
  } finally {
    present = outer;
  }
}

/** `describe` of `ferrule/test`. */
export const describe = Object.assign((name: unknown, body: () => unknown): void => group("run", name, body), {
  skip: (name: unknown, body: () => unknown): void => group("skip", name, body),
  only: (name: unknown, body: () => unknown): void => group("only", name, body),
});

export function beforeEach(body: Body): void {
  requireOpen("beforeEach()");
  present.before.push(body);
}

export function afterEach(body: Body): void {
  requireOpen("afterEach()");
  present.after.push(body);
}

/** Ends the registration, and returns the tests in their order. */
export function closeRegistry(): readonly RegisteredTest[] {
  isOpen = false;
  return tests;
}

/** The groups around a test, the file first. */
export function groupsOf({ group: inner }: RegisteredTest): Group[] {
  const groups: Group[] = [];
  for (let at: Group | undefined = inner; at !== undefined; at = at.within) groups.unshift(at);
  return groups;
}
