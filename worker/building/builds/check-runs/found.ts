import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type ts from "typescript-compiler";

/** A named function of the file. */
export type Named = ts.Symbol;

/** What stands outside of steps, by the named function in which it stands; undefined: in the handler or the module. */
export interface Found {
  unsafe: { node: ts.Node; what: string; owner: Named | undefined }[];
  uses: { node: ts.Node; of: Named; owner: Named | undefined }[];
  /** Questions to the person behind an MCP client. */
  asked: { node: ts.Node; owner: Named | undefined }[];
  diagnostics: Diagnostic[];
}
