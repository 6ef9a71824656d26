// Why: docs/decisions/two-typescripts.md
// Imported by path, because the compiler process may read little beyond that folder.
import { guestCompilerOptions } from "../../../../contract/guest/compiler-options.ts";
import ts from "typescript-compiler";

/**
 * The options for checking a Function. The editor uses the same ones. In addition, the checker orders types by their
 * content instead of by the order in which it met them, so that no result depends on earlier checks.
 */
export const compilerOptions: ts.CompilerOptions = {
  ...ts.convertCompilerOptionsFromJson(guestCompilerOptions, "/").options,
  stableTypeOrdering: true,
};

/** The same options, but an index or key may find nothing. */
export const withCheckedIndexes: ts.CompilerOptions = { ...compilerOptions, noUncheckedIndexedAccess: true };
