import type { CompileRequest } from "../messages/build-messages.ts";
import type { BuildLibraries } from "../libraries/build-libraries.ts";

/** The request to check, with its Libraries unpacked. */
export interface OpenedRequest extends Omit<CompileRequest, "libraries"> {
  /** Undefined: the Function imports none. */
  libraries?: BuildLibraries | undefined;
}
