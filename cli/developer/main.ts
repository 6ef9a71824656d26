import { developerProgram } from "./program.ts";
import { runProcess } from "./run-process.ts";

await runProcess(developerProgram);
