import { jsonDepth } from "./json-depth.ts";

/** Thrown for JSON that nests so deeply that its parser, or later code that walks through it, might not survive. */
export class JsonTooDeep extends SyntaxError {
  override name = "JsonTooDeep";
}

/** More than the depth of any message here. */
export const deepestJson = 200;

/**
 * Checks the depth of JSON from outside of this process before it is parsed: V8 14.6 ends the process with a
 * segmentation fault when it parses some hundred thousand nested lists, such as half a megabyte of `[1,`.
 * @throws JsonTooDeep
 */
export function requireDepth(text: string, deepest: number = deepestJson): void {
  if (text.length > deepest && jsonDepth(text, deepest) > deepest) throw new JsonTooDeep("The JSON nests too deeply.");
}

/**
 * Parses JSON from outside of this process, up to a depth.
 * @throws SyntaxError, of which JsonTooDeep is one
 */
export function parseJson(text: string, deepest: number = deepestJson): unknown {
  requireDepth(text, deepest);
  return JSON.parse(text) as unknown;
}
