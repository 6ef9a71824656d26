import ts from "typescript-compiler";

const referenced = /^\/\/\/ <reference lib="([^"]+)" \/>\r?$/gm;
const isModule = (text: string) => /^export \{\};/m.test(text);

/** Of TypeScript's own: the names of its library's files, in the order in which their declarations count. */
const { libs } = ts as unknown as { libs: readonly string[] };

/**
 * TypeScript's library from `start` (`esnext`) on, with all that it refers to, by names: as one text, in the order in which TypeScript
 * would read the files, and beside it those that are modules, whose declarations count after all others anyway. A checker
 * begins by merging what its files declare, which for a hundred of them takes longer than most Functions do; those of one file
 * are merged once, when it is bound.
 */
export function wholeLibrary(start: string, textOf: (name: string) => string): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (name: string): void => {
    if (texts.has(name)) return;
    const text = textOf(name);
    texts.set(name, text.replace(referenced, ""));
    for (const [, other = ""] of text.matchAll(referenced)) add(other);
  };
  add(start);
  const [modules, scripts] = [new Map<string, string>(), [] as string[]];
  for (const [name, text] of [...texts].sort(([one], [other]) => libs.indexOf(one) - libs.indexOf(other))) {
    if (isModule(text)) modules.set(name, text);
    else scripts.push(text);
  }
  const references = [...modules.keys()].map((name) => `/// <reference lib="${name}" />\n`);
  return modules.set(start, [...references, ...scripts].join("\n"));
}
