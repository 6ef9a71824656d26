/** The module of test files. */
export const testModule = "ferrule/test";

/** How the test file of a Function imports it: by its file, in either of the two forms that a folder has for it. */
export const isTestedImport =
  (slug: string) =>
  (specifier: string): boolean => {
    const [, name, ending] = /^\.\/([^/]+?)(\.[jt]s)?$/.exec(specifier) ?? [];
    return (
      name === slug || (name === "index" && (ending !== undefined || specifier === "./index")) || specifier === "."
    );
  };
