import { inexactNumber, isExactNumber } from "./exact-number.ts";
import type { Issue } from "../json-schema/issue.ts";

/** A number that `JSON.parse` would change: its original text. */
export class SentNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Used when it is recorded. */
  toJSON(): string {
    return this.text;
  }
}

/** 16 digits before a point, or an exponent. A match inside a string only costs a second check. */
const mayBeInexact = /(?:^|[:,[\s])-?\d(?:\d{15}|[\d.]*[eE])/;

type ParseWithSource = (
  text: string,
  revive: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown;
const parseWithSource = JSON.parse as ParseWithSource;

/**
 * Parses JSON without silently changing a number. For texts without long or exponential numbers, it costs one search
 * more than `JSON.parse`.
 * @returns isExact: false if the value contains a `SentNumber`. `takeInexact` returns the places
 * @throws SyntaxError
 */
export function parseExactJson(text: string): { value: unknown; isExact: boolean } {
  const value: unknown = JSON.parse(text);
  if (!mayBeInexact.test(text)) return { value, isExact: true };
  let isExact = true;
  const sent = parseWithSource(text, (_key, one, context) => {
    // Old browsers do not pass the source.
    if (typeof one !== "number" || context?.source === undefined || isExactNumber(context.source)) return one;
    isExact = false;
    return new SentNumber(context.source);
  });
  return isExact ? { value, isExact } : { value: sent, isExact };
}

const mostIssues = 20;
const longestPath = 200;

/** Replaces each `SentNumber` in a value with its text, and reports the first 20. */
export function takeInexact(value: unknown, root: string): Issue[] {
  const issues: Issue[] = [];
  if (value instanceof SentNumber) return [{ path: root, message: inexactNumber(value.text) }];
  const open: [Record<string, unknown>, string][] = [];
  const add = (one: unknown, path: string) => {
    if (typeof one === "object" && one !== null) open.push([one as Record<string, unknown>, path]);
  };
  add(value, root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, at] = next;
    for (const name of Object.keys(holder)) {
      const one = holder[name];
      const path = `${at}.${name.slice(0, longestPath)}`.slice(0, longestPath);
      if (!(one instanceof SentNumber)) {
        add(one, path);
        continue;
      }
      Object.defineProperty(holder, name, { value: one.text, writable: true, enumerable: true, configurable: true });
      if (issues.length < mostIssues) issues.push({ path, message: inexactNumber(one.text) });
    }
  }
  return issues;
}
