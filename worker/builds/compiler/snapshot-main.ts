import { startupSnapshot } from "node:v8";
import { prepareCompiler, serveCompiler } from "./compiler-process.ts";

// The compiler process in two parts: this is done once, when its snapshot is taken …
const createProgram = prepareCompiler(process.argv.slice(2));
// … and this in each process that starts from it.
startupSnapshot.setDeserializeMainFunction(() => serveCompiler(createProgram, process.argv.slice(2)));
