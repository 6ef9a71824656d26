import { jsonDepth } from "./json-depth.ts";

/** JSON that nests deeper than what it is parsed by, or walked through later, is sure to bear. */
export class JsonTooDeep extends SyntaxError {
  override name = "JsonTooDeep";
}

/** What anybody sends here is less deep. */
export const deepestJson = 200;

/**
 * Looks at the depth of JSON from outside of this process before it is parsed: V8 14.6 ends the process by a segmentation fault when it
 * parses some hundred thousand nested lists, such as half a megabyte of `[1,`.
 * @throws JsonTooDeep
 */
export function requireDepth(text: string, deepest: number = deepestJson): void {
  if (text.length > deepest && jsonDepth(text, deepest) > deepest) throw new JsonTooDeep("The JSON nests too deeply.");
}

/**
 * Parses JSON from outside of this process, no deeper than it may be.
 * @throws SyntaxError, of which JsonTooDeep is one
 */
export function parseJson(text: string, deepest: number = deepestJson): unknown {
  requireDepth(text, deepest);
  return JSON.parse(text) as unknown;
}
