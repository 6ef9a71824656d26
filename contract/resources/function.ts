import { z } from "zod";
import { diagnostic } from "../internal/jobs.ts";
import { caller, executionError, logEntry } from "../internal/execution.ts";
import { noPermissions, permissions } from "../internal/permissions.ts";
import { askedByTest, testAnswers } from "../internal/test-questions.ts";
import { patchOf } from "../resource-fields.ts";
import { executionStatuses, functionRuns } from "../states.ts";
import {
  description,
  environment,
  givenDescription,
  givenLine,
  givenName,
  givenSchema,
  id,
  jsonValue,
  name,
  owned,
  slug,
  tenantId,
  text,
  time,
} from "./fields.ts";
import { defaultRunPolicy, runPolicy } from "./run.ts";

export const source = text(524_288, 1);
/** The text of a Function's test file; empty when it has none. */
export const testsText = text(524_288);
export const timeoutMs = z.number().int().min(1).max(300_000);
export const memoryMb = z.number().int().min(8).max(512);

const schema = z.record(z.string(), z.unknown()).nullable();
export const derived = z.object({ inputSchema: schema, outputSchema: schema, description: z.string() });

/** Whether a caller waits for a Function, or it is a durable run. */
export const functionRun = z.enum(functionRuns);

const settings = { name, description, timeoutMs, memoryMb, permissions, run: functionRun, runPolicy };
export const settingNames = Object.keys(settings) as (keyof typeof settings)[];
const texts = { source: z.string(), tests: z.string(), inputSchema: schema, outputSchema: schema };

/**
 * The fields of a Function that a person edits and a revision stores. Columns, revisions, manifests, audit and the
 * console all read them here.
 */
export const functionDraft = z.object({ ...settings, ...texts });
export type FunctionDraft = z.infer<typeof functionDraft>;

export const functionSummary = z.object({
  ...owned("fn"),
  slug,
  ...settings,
  libraries: z.array(z.string()),
  status: z.enum(["draft", "deployed", "changed"]),
  /** The revision that each environment serves; null if it serves none. */
  served: z.object({ development: z.number().int().nullable(), production: z.number().int().nullable() }),
});

/** For the last 24 hours in one environment, without tests of drafts. */
const traffic = {
  calls: z.number().int(),
  /** Those that ended as `failed` or `timed_out`. */
  failed: z.number().int(),
};

export const listedFunction = functionSummary.extend({
  /** Set when the list was requested with `activityIn`. */
  activity: z
    .object({
      ...traffic,
      /** The number of drafted tools and routes that offer it. */
      bindings: z.number().int(),
      /** The first five of them, by name. */
      boundAs: z.array(
        z.object({ kind: z.enum(["mcp", "http"]), name: z.string(), endpointId: id("ep"), endpointName: z.string() }),
      ),
    })
    .optional(),
});

export const functionResource = functionSummary.extend({
  ...texts,
  /** The findings of the last build or validation of this revision; null before the first. */
  derived: derived.nullable(),
  /** The settings in the source's `export const config`. They change only with the source. */
  setInCode: z.array(z.enum(settingNames)),
});
export type FunctionResource = z.infer<typeof functionResource>;

/** What sets each of the settings. A setting that is missing here does not compile. */
const newSettings = {
  name: givenName.optional(),
  description: givenDescription.default(""),
  timeoutMs: timeoutMs.default(10_000),
  memoryMb: memoryMb.default(64),
  permissions: permissions.default(noPermissions),
  run: functionRun.default("call"),
  /** What is left out of it has its default. */
  runPolicy: runPolicy.default(defaultRunPolicy),
} satisfies Record<keyof typeof settings, z.ZodType>;

export const newFunction = z.strictObject({
  slug,
  source,
  tests: testsText.default(""),
  inputSchema: givenSchema.nullable().default(null),
  outputSchema: givenSchema.nullable().default(null),
  ...newSettings,
});

/** What `export const config = {…}` in a Function's source may set. A setting there wins over any other place. */
export const functionConfig = patchOf(z.strictObject(newSettings));
export type FunctionConfig = z.infer<typeof functionConfig>;

/** PUT replaces everything except the slug; PATCH merges. */
export const replacedFunction = newFunction.omit({ slug: true }).extend({ name: givenName });
export const patchedFunction = patchOf(newFunction.omit({ slug: true }));

export const functionVersion = z.object({
  functionId: id("fn"),
  revision: z.number().int(),
  createdAt: time,
  createdBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  /** The environments in which this revision runs now. */
  activeIn: z.array(environment),
});

export const functionVersionDetail = functionVersion.extend(functionDraft.shape);

export const validation = z.object({ valid: z.boolean(), diagnostics: z.array(diagnostic), derived });

const testCaller = z.strictObject({
  kind: caller.shape.kind,
  id: givenLine(128, 1).nullable().default(null),
  name: givenLine(128, 1).nullable().default(null),
});

export const testRequest = z.strictObject({
  input: jsonValue,
  environment: environment.default("development"),
  tenantId: tenantId.default("default"),
  source: source.optional(),
  /** The caller in `ctx.caller`; by default, the user who requested the run. */
  caller: testCaller.optional(),
  stream: z.boolean().optional(),
  /**
   * Whether questions of the Function (`ctx.mcp.elicit`) come back in `asked`. To go on, send the same request with
   * `answers`.
   */
  asks: z.boolean().optional(),
  answers: testAnswers.optional(),
});

export const testAnswer = z.object({
  executionId: id("exe"),
  requestId: z.string(),
  status: z.enum(executionStatuses),
  output: z.unknown(),
  error: executionError.nullable(),
  logs: z.array(logEntry),
  durationMs: z.number(),
  /** The run ended with these questions: it has succeeded so far, and has no output yet. */
  asked: askedByTest.optional(),
});
