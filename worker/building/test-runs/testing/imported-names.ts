/** The Libraries that a text of a test imports. */
export const importedNames = (source: string): string[] =>
  [...source.matchAll(/from "((?!ferrule|\.)[^"]+)"/g)].map(([, name = ""]) => name);
