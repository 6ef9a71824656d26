/// <reference types="vite/client" />

/** `import.meta.glob` silently returns nothing when a pattern matches nothing, so a test counts these. */
const libraries: Record<string, string> = import.meta.glob(
  [
    "../../../node_modules/typescript-compiler/lib/lib.es*.d.ts",
    "../../../node_modules/typescript-compiler/lib/lib.decorators*.d.ts",
    "!**/*.full.d.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);
const guest: Record<string, string> = import.meta.glob("../../../contract/guest/*.d.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const leaf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** TypeScript's own declarations by file name. */
export const libraryTexts = Object.fromEntries(Object.entries(libraries).map(([path, text]) => [leaf(path), text]));

/** The declarations that are common to all Functions. */
export const guestTypes = Object.values(guest).join("\n");
