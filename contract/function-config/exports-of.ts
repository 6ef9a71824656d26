import { parse } from "es-module-lexer";

/** The exports of a source, read without running it; null if it has a syntax error. */
export function exportsOf(source: string) {
  try {
    return parse(source)[1];
  } catch {
    return null;
  }
}
