import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { nonce } from "../../components/nonce.ts";

/** The console's colour tokens, which follow the theme by themselves. */
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: '"Geist Mono", ui-monospace, Menlo, Consolas, monospace', lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none", paddingLeft: "4px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in oklch, var(--hover) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection":
    {
      backgroundColor: "var(--selected)",
    },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn-line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent-soft)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunken)", border: "1px solid var(--line)", color: "var(--muted)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 12px" },
  ".cm-panel.cm-search label": { fontSize: "12px" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--control)",
    borderRadius: "4px",
    color: "var(--ink)",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
    color: "var(--ink)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--selected)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)", fontWeight: "600" },
  ".cm-completionIcon": { opacity: "1", color: "var(--faint)", paddingRight: "1.4em" },
  ".cm-completionInfo": { padding: "8px 10px", maxWidth: "34rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeftWidth: "3px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lint-marker-error": {
    content: '""',
    backgroundColor: "var(--bad)",
    borderRadius: "50%",
    width: "7px",
    height: "7px",
    marginTop: "0.5em",
  },
  ".cm-lint-marker-warning": {
    content: '""',
    backgroundColor: "var(--warn)",
    borderRadius: "1px",
    width: "7px",
    height: "7px",
    marginTop: "0.5em",
  },
  ".cm-about": { padding: "8px 10px", maxWidth: "40rem", maxHeight: "18rem", overflow: "auto" },
  ".cm-about-signature": {
    fontFamily: '"Geist Mono", ui-monospace, monospace',
    fontSize: "12px",
    whiteSpace: "pre-wrap",
  },
  ".cm-about-signature strong": { color: "var(--accent)" },
  ".cm-about-text": {
    fontSize: "12px",
    color: "var(--muted)",
    marginTop: "4px",
    whiteSpace: "pre-wrap",
    fontFamily: '"Geist", system-ui, sans-serif',
  },
  ".cm-mergeView, .cm-merge-a, .cm-merge-b": { height: "100%" },
  ".cm-changedLine, &.cm-merge-b .cm-changedLine": { backgroundColor: "var(--good-soft)" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--bad-soft)" },
  // On these backgrounds the colours of comments and punctuation have too little contrast (WCAG 2.2, 1.4.3).
  ".cm-changedText, .cm-changedText *, .cm-deletedText, .cm-deletedText *": { color: "var(--ink)" },
  "&.cm-merge-b .cm-changedText": { background: "var(--good-line)" },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": { background: "var(--bad-line)" },
  ".cm-collapsedLines": { background: "var(--sunken)", color: "var(--muted)", padding: "4px 12px" },
  // The default character is in none of the fonts.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"⋯"' },
});

/** Colours of the syntax; also used for code outside an editor. */
export const highlightStyle = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.self, tags.null, tags.bool, tags.operatorKeyword],
    color: "var(--syntax-keyword)",
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--syntax-string)" },
  { tag: [tags.number], color: "var(--syntax-number)" },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.typeName,
      tags.className,
      tags.definition(tags.typeName),
    ],
    color: "var(--syntax-name)",
  },
  { tag: [tags.propertyName], color: "var(--ink)" },
  { tag: [tags.comment], color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

/** The look of every editor; its `<style>` carries this page's nonce. */
export const editorTheme: Extension = [look, syntaxHighlighting(highlightStyle), EditorView.cspNonce.of(nonce ?? "")];
