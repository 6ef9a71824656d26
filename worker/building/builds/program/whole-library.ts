import ts from "typescript-compiler";

const referenced = /^\/\/\/ <reference lib="([^"]+)" \/>\r?$/gm;
const isModule = (text: string) => /^export \{\};/m.test(text);

/** Internal to TypeScript: the names of its library's files, in the order in which their declarations count. */
const { libs } = ts as unknown as { libs: readonly string[] };

/**
 * TypeScript's library from `start` (`esnext`) on, with every file that it refers to, by name. It is one text, in the
 * order in which TypeScript would read the files. Files that are modules stay apart, because their declarations count
 * last anyway. A checker begins by merging the declarations of its files, which for a hundred files takes longer than
 * checking most Functions. The declarations within one file are merged only once, when the file is bound.
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
