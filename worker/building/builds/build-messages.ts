import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { SentLibraries } from "./libraries/sent-libraries.ts";

/** What the compiler process is asked to check: one frozen draft. */
export interface CompileRequest {
  source: string;
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  permissions: Permissions;
  /** The Project's collections and the declarations of their records. Undefined: the Function uses none. */
  collections?: { names: string[]; types: string } | undefined;
  /** The declarations of the rows in the Project's databases. Undefined: it queries none, or none are known. */
  tables?: string | undefined;
  /** Undefined: the Function imports none. */
  libraries?: SentLibraries | undefined;
}

/**
 * Announces Functions without Libraries that one checker may check, all with the same types of the Project. After that,
 * each is requested by its index.
 */
export interface TogetherRequest {
  together: CompileRequest[];
}

export interface MemberRequest {
  member: number;
}

/** Null: the Function must be requested by itself, because something about it is not plain and valid. */
export type MemberAnswer = CompileAnswer | null;

/** Valid when no diagnostic is an error. Only then is the source bundled. */
export interface CompileAnswer {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
}

/** What the bundler process is asked to bundle: a source that the compiler process accepted. */
export interface BundleRequest {
  source: string;
  libraries?: SentLibraries | undefined;
}

export interface BundleAnswer {
  /** Null when it could not be bundled. The diagnostics then say why. */
  bundle: { code: string; sourceMap: string } | null;
  diagnostics: Diagnostic[];
}

/**
 * A message to a build process: this, serialized by V8, and after it bytes such as tarballs, which are not copied on
 * the way.
 */
export interface ProcessRequest {
  id: number;
  body: unknown;
  /** How long each piece of the bytes is. Undefined: there are none. */
  lengths?: number[];
}

/** A message back, as JSON. An answer carries the id of its request. `ready` comes once, first. */
export type ProcessAnswer = { ready: true } | { id: number; body: unknown } | { id: number; failure: string };

export const nothingDerived: DerivedContract = { inputSchema: null, outputSchema: null, description: "" };
export const maxSourceBytes = 512 * 1024;
