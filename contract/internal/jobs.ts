import type { DiagnosticCode } from "../help/diagnostic-help.ts";
import { z } from "zod";
import { permissionKindNames } from "../permissions/permission-kinds.ts";
import { connectionSchema, connectionTest } from "../resources/connection.ts";
import { environments, executionStatuses } from "../states.ts";
import { jsonSchema } from "./artifact.ts";
import { caller, executionError, logEntry } from "./execution.ts";
import { buildLibrary, resolvedLibrary } from "./libraries.ts";
import { permissions } from "./permissions.ts";
import { askedByTest, testAnswers } from "./test-questions.ts";
import { coverage, fileOutcome } from "./test-outcome.ts";

/** A frozen draft, in the form for a build. */
export const buildFunction = z.strictObject({
  id: z.string(),
  slug: z.string(),
  revision: z.number().int(),
  source: z.string(),
  /** Set by hand; null when it is derived from the handler's types. */
  inputSchema: jsonSchema.nullable(),
  outputSchema: jsonSchema.nullable(),
  permissions,
  /** Left out if it is `call`. */
  run: z.literal("durable").optional(),
  /** Names of the Libraries that it imports: `lib/<name>`, or a package. */
  libraries: z.array(z.string()).optional(),
  /** The Project's connections, if the source uses some; `type` is TypeScript: the rows of its tables. */
  connections: z.array(z.strictObject({ name: z.string(), type: z.string() })).optional(),
  /** The Project's collections, if the source uses some; `type` is TypeScript: a record's data, by its schema. */
  collections: z.array(z.strictObject({ name: z.string(), type: z.string() })).optional(),
  /** The text of its test file, for a job that runs tests. The artifact does not depend on it. */
  tests: z
    .strictObject({
      source: z.string(),
      /** Names of the Libraries that it imports besides those of the Function. */
      libraries: z.array(z.string()),
      /** The Function's own limit, which its calls in tests have too. */
      timeoutMs: z.number().int(),
    })
    .optional(),
});
export type BuildFunction = z.infer<typeof buildFunction>;

export const diagnostic = z.strictObject({
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  /** 1-based. */
  line: z.number().int(),
  column: z.number().int(),
  /** `contract/help/diagnostic-help.ts` explains it; a newer worker may send another one. */
  code: z.string() as unknown as z.ZodType<DiagnosticCode, string>,
  /** The permission that the Function must declare to fix it. */
  fix: z.strictObject({ permission: z.enum(permissionKindNames), name: z.string() }).optional(),
});
export type Diagnostic = z.infer<typeof diagnostic>;

export const derivedContract = z.strictObject({
  inputSchema: jsonSchema.nullable(),
  outputSchema: jsonSchema.nullable(),
  description: z.string(),
  /** Whether the module exports a `complete` for arguments of prompts and templates; left out if not. */
  completes: z.literal(true).optional(),
  /** It asks the people behind MCP clients; left out if it does not. */
  asks: z.literal(true).optional(),
});
export type DerivedContract = z.infer<typeof derivedContract>;

/** The tests of one Function: what its test file lacks to be built, and the outcome if it was built. */
export const testedFunction = fileOutcome.extend({
  id: z.string(),
  /** Of the test file. One that is an error keeps the file from running; `tests` is empty then. */
  diagnostics: z.array(diagnostic),
});

export const builtFunction = z.strictObject({
  id: z.string(),
  valid: z.boolean(),
  diagnostics: z.array(diagnostic),
  derived: derivedContract,
  /** Null when invalid. The bundle was uploaded with `storeBundles`. */
  bundleDigest: z.string().nullable(),
  /**
   * SHA-256 (hex) of everything that affects the result. Other workers find it by this key; only for a valid Function.
   */
  buildKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Of a build with `runTests`, for a Function that is valid and has tests. */
  tests: testedFunction.omit({ id: true }).optional(),
});
export type BuiltFunction = z.infer<typeof builtFunction>;

/** The stored facts about a valid Function, by its key; its bundle is stored too. */
export const knownBuild = z.strictObject({
  key: z.string(),
  diagnostics: z.array(diagnostic),
  derived: derivedContract,
  bundleDigest: z.string(),
});
export type KnownBuild = z.infer<typeof knownBuild>;

/** The keys among these that any worker has built; the response has only those. */
export const knownBuildsRequest = z.strictObject({
  keys: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(10_000),
});
export const knownBuildsAnswer = z.strictObject({ builds: z.array(knownBuild) });

const jobHead = { id: z.string(), projectId: z.string(), attempt: z.number().int(), leaseMs: z.number().int() };

/** The Libraries that the Functions of a job use, directly or through other Libraries. */
const libraries = z.array(buildLibrary).optional();
/** The Libraries that were fetched for the first time, whose integrity must be stored. */
const resolved = { resolved: z.array(resolvedLibrary).optional() };

/** Builds the Functions of a deployment's snapshot. */
export const buildJob = z.strictObject({
  ...jobHead,
  kind: z.literal("build"),
  deploymentId: z.string(),
  /** For a worker that names its builder: only the Functions that this builder has not built yet. */
  functions: z.array(buildFunction),
  /** The number of further Functions in the deployment, for the progress. */
  kept: z.number().int().optional(),
  /** Whether to run the `tests` of the Functions, if all of them are valid. Functions with a stored build are sent too. */
  runTests: z.boolean().optional(),
  libraries,
});
/** One result for each Function that was sent. */
export const buildResult = z.strictObject({ kind: z.literal("build"), functions: z.array(builtFunction), ...resolved });

/** Checks one draft for `POST /api/functions/:id/validate`; nothing is stored. */
export const validateJob = z.strictObject({
  ...jobHead,
  kind: z.literal("validate"),
  function: buildFunction,
  libraries,
});
export const validateResult = z.strictObject({ kind: z.literal("validate"), function: builtFunction, ...resolved });

/** Runs one draft once for `POST /api/functions/:id/test`; the execution is recorded with source `test`. */
export const testJob = z.strictObject({
  ...jobHead,
  kind: z.literal("test"),
  executionId: z.string(),
  requestId: z.string(),
  environment: z.enum(environments),
  tenantId: z.string(),
  caller,
  function: buildFunction,
  libraries,
  functionName: z.string(),
  timeoutMs: z.number().int(),
  memoryMb: z.number().int(),
  /** The draft's declaration ∩ the union of its endpoints' policies. */
  grant: permissions,
  input: z.unknown(),
  /** Whoever runs it can answer questions of the Function; with `answers`, those to the questions of the run before. */
  asking: z.strictObject({ answers: testAnswers.optional() }).optional(),
});
export const testResult = z.strictObject({
  kind: z.literal("test"),
  status: z.enum(executionStatuses),
  output: z.unknown(),
  error: executionError.nullable(),
  logs: z.array(logEntry),
  durationMs: z.number(),
  /** It has ended with questions, and goes on when they are answered. */
  asked: askedByTest.optional(),
  ...resolved,
});
export type TestResult = z.infer<typeof testResult>;

/** Runs the tests of Functions, for `POST /api/project-source/tests`. No execution is recorded. */
export const testsJob = z.strictObject({
  ...jobHead,
  kind: z.literal("tests"),
  /** Each has `tests`. */
  functions: z.array(buildFunction),
  libraries,
  /** Only tests with this text in their names, joined with ` > `. */
  name: z.string().optional(),
  coverage: z.boolean(),
  bail: z.boolean(),
});
export const testsResult = z.strictObject({
  kind: z.literal("tests"),
  /** In the order in which they were sent. With `bail`, those that did not begin are missing. */
  functions: z.array(testedFunction),
  /** With `coverage`: of the modules `lib/…`. */
  libraries: z.array(z.strictObject({ name: z.string(), coverage })),
  ...resolved,
});

/**
 * Writes the declarations of the exports of a Project's Libraries, for `GET /api/functions/types`; nothing is stored.
 */
export const declareJob = z.strictObject({ ...jobHead, kind: z.literal("declare"), libraries: z.array(buildLibrary) });
export const declareResult = z.strictObject({
  kind: z.literal("declare"),
  /** One `declare module "…"` for each import that leads to a Library. */
  declarations: z.string(),
  /** Import names of Libraries that were unavailable this time: their declarations have no types. */
  untyped: z.array(z.string()),
  ...resolved,
});

/** Connects to a database, and reads its tables if requested; for `POST /api/connections/:id/test` and `/schema`. */
export const connectionJob = z.strictObject({
  ...jobHead,
  kind: z.literal("connection"),
  environment: z.enum(environments),
  name: z.string(),
  wanted: z.enum(["test", "schema"]),
});
export const connectionResult = z.strictObject({
  kind: z.literal("connection"),
  test: connectionTest,
  /** Null if it was not requested, or could not be read. */
  schema: connectionSchema.omit({ readAt: true }).nullable(),
});

export const job = z.discriminatedUnion("kind", [buildJob, validateJob, testJob, testsJob, declareJob, connectionJob]);
export type Job = z.infer<typeof job>;
export type BuildJob = z.infer<typeof buildJob>;
export type ValidateJob = z.infer<typeof validateJob>;
export type TestJob = z.infer<typeof testJob>;
export type TestsJob = z.infer<typeof testsJob>;
export type DeclareJob = z.infer<typeof declareJob>;
export type ConnectionJob = z.infer<typeof connectionJob>;
export const jobResult = z.discriminatedUnion("kind", [
  buildResult,
  validateResult,
  testResult,
  testsResult,
  declareResult,
  connectionResult,
]);
export type JobResult = z.infer<typeof jobResult>;

/** `claimJob`: `job` is null if there was none of these kinds. */
export const claimRequest = z.strictObject({
  workerId: z.string(),
  kinds: z.array(z.enum(["build", "validate", "test", "tests", "declare", "connection"])).min(1),
  /**
   * Projects that already use their share of this worker. While there are some, the control plane holds a claim for
   * only half a second.
   */
  exceptProjects: z.array(z.string()).max(64).default([]),
  /**
   * Identifies this worker's builder. The control plane does not send Functions that the same builder has already
   * built.
   */
  builder: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export const claimAnswer = z.strictObject({ job: job.nullable() });

/**
 * `reportJob`, at least every `leaseMs / 3`: renews the lease and reports progress. The response says whether somebody
 * cancelled the job; 409 `INVALID_STATE`: the lease is lost, so drop the job.
 */
export const jobProgress = z.strictObject({
  workerId: z.string(),
  attempt: z.number().int(),
  done: z.number().int().optional(),
  total: z.number().int().optional(),
  step: z.string().optional(),
  logs: z.array(logEntry).max(1_000).default([]),
});
export const jobProgressAnswer = z.strictObject({ cancelled: z.boolean() });

/** `completeJob`: the result, or the reason why there is none. 409 when the lease is lost. */
export const jobCompletion = z.strictObject({
  workerId: z.string(),
  attempt: z.number().int(),
  result: jobResult.nullable(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
