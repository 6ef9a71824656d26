import { prepareCompiler, serveCompiler } from "./compiler-process.ts";

const given = process.argv.slice(2);
serveCompiler(prepareCompiler(given), given);
