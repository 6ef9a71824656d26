// Generators write their files with TypeScript's API, which version 7 lacks, so they get version 5.
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const url = pathToFileURL(createRequire(import.meta.url).resolve("typescript")).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url, shortCircuit: true } : next(specifier, context),
});
