// By its path: the compiler process may read little else than that folder.
import { guestCompilerOptions } from "../../../contract/guest/compiler-options.ts";
import ts from "typescript-compiler";

/** How a Function is checked: what the editor checks it with, too. */
export const compilerOptions: ts.CompilerOptions = ts.convertCompilerOptionsFromJson(guestCompilerOptions, "/").options;
