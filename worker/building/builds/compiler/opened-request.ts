import type { CompileRequest } from "../messages/build-messages.ts";
import type { BuildLibraries } from "../libraries/build-libraries.ts";

/** The thing to check: a request whose Libraries are unpacked. */
export interface OpenedRequest extends Omit<CompileRequest, "libraries"> {
  /** Undefined: the Function imports none. */
  libraries?: BuildLibraries | undefined;
}
