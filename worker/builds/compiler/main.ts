import { prepareCompiler, serveCompiler } from "./compiler-process.ts";

serveCompiler(prepareCompiler(process.argv.slice(2)));
