import { startupSnapshot } from "node:v8";
import { prepareCompiler, serveCompiler } from "./compiler-process.ts";

// The first part of the compiler process runs once, before its snapshot is taken.
const programs = prepareCompiler(process.argv.slice(2));
// This part runs in each process that starts from the snapshot.
startupSnapshot.setDeserializeMainFunction(() => serveCompiler(programs, process.argv.slice(2)));
