import { typescriptLanguage } from "@codemirror/lang-javascript";
import { highlightTree } from "@lezer/highlight";
import type { Description, Place } from "../language/language.ts";
import { highlightStyle } from "./theme.ts";

function colour(code: string, into: HTMLElement): void {
  let at = 0;
  const add = (to: number, className?: string) => {
    if (to <= at) return;
    const part = document.createElement("span");
    part.textContent = code.slice(at, to);
    if (className !== undefined) part.className = className;
    into.append(part);
    at = to;
  };
  highlightTree(typescriptLanguage.parser.parse(code), highlightStyle, (from, to, classes) => {
    add(from);
    add(to, classes);
  });
  add(code.length);
}

/** Renders the description of a name for a tooltip; `strong` is the part of the signature to emphasise. */
export function aboutElement({ signature, documentation }: Description, strong: Place | null = null): HTMLElement {
  const about = document.createElement("div");
  about.className = "cm-about";
  const code = document.createElement("div");
  code.className = "cm-about-signature";
  if (strong === null) colour(signature, code);
  else {
    const part = document.createElement("strong");
    part.textContent = signature.slice(strong.from, strong.to);
    code.append(signature.slice(0, strong.from), part, signature.slice(strong.to));
  }
  about.append(code);
  if (documentation !== "") {
    const text = document.createElement("div");
    text.className = "cm-about-text";
    text.textContent = documentation;
    about.append(text);
  }
  return about;
}
