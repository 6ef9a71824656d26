import { javascriptLanguage, tsxLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import { jsonLanguage } from "@codemirror/lang-json";
import type { Parser } from "@lezer/common";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
import { escapeHtml } from "@ferrule/kit/escape-html.ts";

const parsers: Record<string, Parser> = {
  ts: typescriptLanguage.parser,
  tsx: tsxLanguage.parser,
  js: javascriptLanguage.parser,
  json: jsonLanguage.parser,
};

/** The console's editor colours the same things. */
const classes = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], class: "k" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "s" },
  { tag: [tags.number, tags.bool, tags.null], class: "n" },
  { tag: [tags.typeName, tags.className, tags.propertyName], class: "t" },
  { tag: [tags.comment, tags.blockComment, tags.lineComment, tags.docComment], class: "c" },
]);

/** Code as HTML, coloured if it is TypeScript, JavaScript or JSON. */
export function highlight(code: string, language: string): string {
  const parser = parsers[language];
  if (parser === undefined) return escapeHtml(code);
  let html = "";
  const put = (text: string, names: string) =>
    (html += names === "" ? escapeHtml(text) : `<span class="${names}">${escapeHtml(text)}</span>`);
  highlightCode(code, parser.parse(code), classes, put, () => (html += "\n"));
  return html;
}
