import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { CoveredFile } from "../coverage/covered-file.ts";
import type { SentLibraries } from "../libraries/sent-libraries.ts";
import type { MessageBounds } from "./message-stream.ts";

/** A request to the compiler process: check one frozen draft. */
export interface CompileRequest {
  source: string;
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  permissions: Permissions;
  /** Undefined: a caller waits for it. */
  run?: "durable" | undefined;
  /** The Project's collections and the declarations of their records. Undefined: the Function uses none. */
  collections?: { names: string[]; types: string } | undefined;
  /** The declarations of the rows in the Project's databases. Undefined: it queries none, or we do not know them. */
  tables?: string | undefined;
  /** Undefined: the Function imports none. */
  libraries?: SentLibraries | undefined;
}

/**
 * Announces Functions without Libraries that one checker may check; all have the same Project types. Later requests
 * name each by its index.
 */
export interface TogetherRequest {
  together: CompileRequest[];
}

export interface MemberRequest {
  member: number;
}

/** Asks the compiler process to check the test file of a Function that it has accepted, with the Function. */
export interface TestFileRequest {
  testFile: { slug: string; source: string; coverage: boolean };
  tested: CompileRequest;
}

/**
 * The result for a test file. With coverage, one blob follows: JSON of the texts with counters in them, by the names of
 * the files.
 */
export interface TestFileAnswer {
  diagnostics: Diagnostic[];
  covered: CoveredFile[];
}

/** Null when the Function must be compiled alone, because it has a problem or an unusual feature. */
export type MemberAnswer = CompileAnswer | null;

/** Valid when no diagnostic is an error. Only then is the source bundled. */
export interface CompileAnswer {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
}

/** A request to the bundler process: bundle a source that the compiler process accepted. */
export interface BundleRequest {
  source: string;
  libraries?: SentLibraries | undefined;
  /** To bundle the program of its tests. */
  tests?: BundledTests | undefined;
}

/** The test file of a Function, for its program of tests. */
export interface BundledTests {
  slug: string;
  source: string;
  /** The module `ferrule/test`, without imports. */
  framework: string;
  /** With coverage: the files, in the order of their counters, and the blob with their texts. */
  covered?: { files: CoveredFile[]; blob: number } | undefined;
}

/** The bundle's code and its source map come as blobs; without a bundle there are none. */
export interface BundleAnswer {
  /** The reasons why it could not be bundled. */
  diagnostics: Diagnostic[];
}

/** The head of a message to a build process, serialized by V8. Blobs such as tarballs follow it. */
export interface ProcessRequest {
  id: number;
  body: unknown;
}

/** A build process's answer to a request: a body, sent as JSON, and blobs. */
export interface Answered {
  body: unknown;
  blobs?: readonly Uint8Array[];
}

/** The head of a message back, as JSON. An answer carries the id of its request. `ready` comes once, first. */
export type ProcessAnswer = { ready: true } | { id: number; body: unknown } | { id: number; failure: string };

/**
 * The limits of a message to a build process. We trust the worker's own requests, so these are the largest possible
 * limits.
 */
export const requestBounds: MessageBounds = { parts: 65_536, headBytes: 512 * 1_048_576, totalBytes: 512 * 1_048_576 };

/**
 * The limits of a response. The worker parses the head in its main thread: schemas of 256 KiB, a hundred diagnostics,
 * or a lock of 300 packages. It never parses blobs. The largest are the code and the map of a bundle, and the
 * declarations of all Libraries of a Project.
 */
export const answerBounds: MessageBounds = { parts: 3, headBytes: 2 * 1_048_576, totalBytes: 32 * 1_048_576 };

export const nothingDerived: DerivedContract = { inputSchema: null, outputSchema: null, description: "" };
export const maxSourceBytes = 512 * 1024;
