// Imported by path, because the compiler process may read little beyond that folder.
import { guestCompilerOptions } from "../../../contract/guest/compiler-options.ts";
import ts from "typescript-compiler";

/** The options for checking a Function. The editor uses the same ones. */
export const compilerOptions: ts.CompilerOptions = ts.convertCompilerOptionsFromJson(guestCompilerOptions, "/").options;
