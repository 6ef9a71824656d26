/** A package's name in the registry: https://github.com/npm/validate-npm-package-name, and older names. */
export const packageName = /^(?:@[a-z0-9._~!'()*-]+\/)?[a-z0-9_~!'()*-][a-z0-9._~!'()*-]*$/i;
export const longestName = 214;
export const longestVersion = 100;

export const isPackageName = (name: string): boolean => name.length <= longestName && packageName.test(name);

/** A text of the registry or of a package, short enough for a sentence. */
export const shown = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 100)}…`);
