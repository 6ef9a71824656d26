import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { BuildLibraries } from "./libraries/build-libraries.ts";

/** What the compiler process is asked: one frozen draft. */
export interface CompileRequest {
  source: string;
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  permissions: Permissions;
  /** The Project's collections, and the declarations of what their records hold; undefined: it uses none. */
  collections?: { names: string[]; types: string } | undefined;
  /** The declarations of what rows of the Project's databases hold; undefined: it asks none, or nothing is known of them. */
  tables?: string | undefined;
  /** Undefined: it imports none. */
  libraries?: BuildLibraries | undefined;
}

/** Valid when no diagnostic is an error; only then is the source bundled. */
export interface CompileAnswer {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
}

/** What the bundler process is asked: a source that the compiler process has accepted. */
export interface BundleRequest {
  source: string;
  libraries?: BuildLibraries | undefined;
}

export interface BundleAnswer {
  /** Null when it could not be bundled; the diagnostics then say why. */
  bundle: { code: string; sourceMap: string } | null;
  diagnostics: Diagnostic[];
}

/** Every message to a build process, as V8 serializes it: texts of packages may hold what JSON makes six times as long. */
export interface ProcessRequest {
  id: number;
  body: unknown;
}

/** Every message back, as JSON: an answer carries the id of its request, `ready` comes once, first. */
export type ProcessAnswer = { ready: true } | { id: number; body: unknown } | { id: number; failure: string };

export const nothingDerived: DerivedContract = { inputSchema: null, outputSchema: null, description: "" };
export const maxSourceBytes = 512 * 1024;
