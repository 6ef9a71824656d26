import { parse } from "es-module-lexer";

/** What a source exports, read without running it; null when it has a syntax error. */
export function exportsOf(source: string) {
  try {
    return parse(source)[1];
  } catch {
    return null;
  }
}
