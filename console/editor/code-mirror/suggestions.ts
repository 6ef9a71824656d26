import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { RunningLanguage } from "../language/start-language.ts";
import { aboutElement } from "./about.ts";

/** Maps TypeScript's kinds to CodeMirror's, which have icons. */
const icons: Record<string, string> = {
  method: "method",
  function: "function",
  "local function": "function",
  property: "property",
  getter: "property",
  setter: "property",
  const: "constant",
  let: "variable",
  var: "variable",
  "local var": "variable",
  parameter: "variable",
  class: "class",
  interface: "interface",
  type: "type",
  enum: "enum",
  keyword: "keyword",
  module: "namespace",
  "external module name": "namespace",
  string: "text",
};

/** Asks TypeScript for suggestions at the cursor: while the user writes a name, after `.`, in quotes, or on demand. */
export function suggestionsOf(language: () => RunningLanguage | null) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const running = language();
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    const asksForMore = context.explicit || /[\w$."'`/]/.test(before);
    if (running === null || !asksForMore) return null;
    const source = context.state.doc.toString();
    const found = await running.suggest(source, context.pos);
    if (found === null || context.aborted) return null;
    const options = found.entries.map(({ label, kind, insert, sortText }): Completion => ({
      label,
      type: icons[kind] ?? "text",
      sortText,
      // Names that TypeScript itself offers later come after the others.
      boost: sortText <= "11" ? 0 : -10,
      ...(insert === null || insert.includes("$") ? {} : { apply: insert }),
      info: async () => {
        const about = await running.explain(source, context.pos, label);
        return about === null ? null : aboutElement(about);
      },
    }));
    return { from: found.from, options, validFor: found.inString ? /^[^"'`\n]*$/ : /^[\w$]*$/ };
  };
}
