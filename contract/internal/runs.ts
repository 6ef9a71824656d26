// Why: docs/decisions/steps-not-replay.md
import { z } from "zod";
import { approvalRequest } from "../resources/approval.ts";
import { environments, runSources, startedModes } from "../states.ts";
import { caller } from "./execution.ts";

/** The bounds of a run's history. `resultChars` and `historyChars` count characters of JSON. */
export const runLimits = {
  steps: 1_000,
  resultChars: 1_048_576,
  historyChars: 4 * 1_048_576,
  inputChars: 1_048_576,
  /** What is shown of a result or an input. */
  shownChars: 16_384,
  deadlineSeconds: 30 * 86_400,
  keyChars: 200,
  /** The JSON of one question. */
  questionChars: 16_384,
} as const;

/** What a client can ask its person, as far as a Function's questions need it. */
const askable = z.strictObject({
  form: z.boolean(),
  url: z.boolean(),
  /** Whether a form may have lists of choices. */
  lists: z.boolean(),
});

/** A JSON text, unmasked. */
export const jsonText = z.string().max(10 * 1_048_576);
/** A step's name; with `#2` and so on for the further ones of the same name. */
export const stepKey = z.string().min(1).max(110);

/** A run that a worker has admitted, and that begins once it is stored. */
export const newRun = z.strictObject({
  /** Chosen by who starts it, so that a repeated message stores it once. */
  id: z.string().max(64),
  environment: z.enum(environments),
  functionId: z.string().max(64),
  mode: z.enum(startedModes),
  source: z.enum(runSources),
  /** Null where it came through none. */
  endpointId: z.string().max(64).nullable(),
  bindingId: z.string().max(64).nullable(),
  /** The deployment that its caller saw. */
  deploymentId: z.string().max(64).nullable(),
  tenantId: z.string().min(1).max(256),
  caller,
  requestId: z.string().max(128),
  /** Runs of this Function and tenant with the same key that have not ended, or began in the last 24 hours, are one. */
  key: z.string().min(1).max(runLimits.keyChars).nullable(),
  /** The value of the policy's `concurrency.per`; null where it has none. */
  concurrencyKey: z.string().max(runLimits.keyChars).nullable(),
  delayMs: z
    .number()
    .int()
    .min(0)
    .max(runLimits.deadlineSeconds * 1_000),
  /** -100 to 100; the higher one begins first among the runs of one tenant. */
  priority: z.number().int().min(-100).max(100),
  deadlineSeconds: z.number().int().min(1).max(runLimits.deadlineSeconds),
  onRelease: z.enum(["stay", "move"]),
  concurrency: z.number().int().min(1).nullable(),
  rate: z.strictObject({ limit: z.number().int().min(1), perSeconds: z.number().int().min(1) }).nullable(),
  /** JSON text, unmasked; it is stored sealed. */
  input: jsonText,
  /** The masked input, cut to `shownChars`, as people see it. */
  shownInput: z.string().max(runLimits.shownChars),
  /** What a person must approve before the first attempt. */
  approval: approvalRequest.nullable(),
  /** What the client of its task can ask its person. Absent: nothing, or it is no task of MCP. */
  asks: askable.optional(),
  /** W3C Trace Context of who started it. */
  trace: z.strictObject({ traceparent: z.string().max(256), tracestate: z.string().max(1_024).optional() }).nullable(),
});
export type NewRun = z.infer<typeof newRun>;

export const mostRunsInBatch = 100;
/**
 * `startRuns`: a 200 means that the whole batch is handled. `existing`: `id` is the run with this key, or the asked id if
 * this run was stored before. `full`: too many runs wait. `limited`: too many of this concurrency value wait. `gone`: the
 * Project or the Function no longer exists.
 */
export const runBatch = z.strictObject({
  projectId: z.string(),
  runs: z.array(newRun).min(1).max(mostRunsInBatch),
});
export const startedRun = z.strictObject({
  asked: z.string(),
  id: z.string(),
  outcome: z.enum(["started", "existing", "full", "limited", "gone"]),
  /** Of an approval that it waits for. */
  approvalId: z.string().nullable(),
});
export type StartedRun = z.infer<typeof startedRun>;
export const runBatchAnswer = z.strictObject({ results: z.array(startedRun) });

/** Why a step failed. */
export const stepFailure = z.strictObject({
  code: z.string().max(200),
  message: z.string().max(10_000),
  details: z.unknown().optional(),
  status: z.number().int().optional(),
  /** Its message is not for callers: the Function did not throw a FunctionError of its own. */
  ofPlatform: z.literal(true).optional(),
});

/** What a run has of a step when an attempt begins. */
export const storedStep = z.strictObject({
  key: stepKey,
  kind: z.enum(["step", "sleep", "event", "approval", "child", "start", "question"]),
  /** `retrying`: it failed, and its time to run again has come. `waiting`: another wait has ended, but not this one. */
  state: z.enum(["done", "failed", "retrying", "waiting"]),
  /** How many times it has run. */
  attempts: z.number().int(),
  /** JSON text. For `done`: the result; of a question, how it was asked and its outcome. For `failed` and `retrying`: a `stepFailure`. */
  value: z.string().nullable(),
});
export type StoredStep = z.infer<typeof storedStep>;

/** The place of a step among those that the Function has declared, from 0 on. */
const position = z.number().int().min(0).max(runLimits.steps);

/** Why a run stands still. Times are relative to the moment at which the control plane stores it, by its database's clock. */
export const runWait = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("sleep"), key: stepKey, position, forMs: z.number().min(0) }),
  z.strictObject({ kind: z.literal("until"), key: stepKey, position, at: z.number() }),
  z.strictObject({
    kind: z.literal("event"),
    key: stepKey,
    position,
    event: z.string().min(1).max(200),
    /** The event's data must contain this (JSON containment). */
    match: z.unknown().optional(),
    timeoutMs: z.number().min(0),
  }),
  z.strictObject({
    kind: z.literal("approval"),
    key: stepKey,
    position,
    approval: approvalRequest,
    /** SHA-256 (hex) of the `questionText`. An attempt of another deployment that asks the same has the same. */
    asked: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  z.strictObject({
    kind: z.literal("question"),
    key: stepKey,
    position,
    /** The question's JSON, exactly as the Function asked it; it is stored sealed. */
    asked: z.string().max(runLimits.questionChars),
    /** Its masked message, as people see it. */
    message: z.string().max(4_000),
    timeoutMs: z.number().min(0),
  }),
  z.strictObject({
    kind: z.literal("child"),
    key: stepKey,
    position,
    runId: z.string().max(64),
    timeoutMs: z.number().min(0).nullable(),
  }),
  z.strictObject({
    kind: z.literal("retry"),
    key: stepKey,
    position,
    /** How many times the step has failed. */
    attempts: z.number().int().min(1).max(1_000_000),
    afterMs: z.number().min(0),
    error: stepFailure,
    /** The masked failure as JSON text, as people see it; without it, they see only its code. */
    shown: z.string().max(runLimits.shownChars).optional(),
  }),
]);
export type RunWait = z.infer<typeof runWait>;

/** What the caller of a run may know of its error. */
export const forCaller = {
  /**
   * Whether the Function threw it on purpose, as a FunctionError of its own: its message is for callers. Absent for an
   * error that the platform gave the run: then callers may know what its code allows.
   */
  safe: z.boolean().optional(),
  /** The HTTP status that the Function chose. */
  status: z.number().int().min(400).max(599).nullable().optional(),
};

/** What a caller learns of their run as a task of MCP. */
export const runAsTask = z.strictObject({
  updatedAt: z.string(),
  /** How long it can be read from its creation on, at least, as things are now; milliseconds. */
  keptMs: z.number().int(),
  /** Somebody has asked for its end, which has not come yet. */
  isEnding: z.boolean(),
  /** How many steps have a result, and the name of the latest. */
  stepsDone: z.number().int(),
  latestStep: z.string().nullable(),
  /** Set while it waits for answers of its client's person. */
  asks: z.literal(true).optional(),
  /** Its open questions, in the order in which the Function asked them. A list of runs does not have them. */
  questions: z.array(z.strictObject({ key: stepKey, asked: z.string().max(runLimits.questionChars) })).optional(),
});

/** `readRun`: what its caller may know. Held up to `waitMs` while the run has not ended. 404 for another caller or tenant. */
export const runQuestion = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  endpointId: z.string(),
  tenantId: z.string(),
  caller,
  waitMs: z.number().int().min(0).max(20_000),
  /** Whether the report has its `task`. A worker of an earlier release does not ask for it, and could not read it. */
  asTask: z.literal(true).optional(),
});
export const runReport = z.strictObject({
  id: z.string(),
  functionId: z.string(),
  bindingId: z.string().nullable(),
  status: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** What it waits for, in words for its caller. */
  waitsFor: z.string().nullable(),
  approvalId: z.string().nullable(),
  /** JSON text, for a run that has succeeded. */
  output: z.string().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string(), ...forCaller }).nullable(),
  task: runAsTask.optional(),
});
export type RunReport = z.infer<typeof runReport>;
/** `cancelRunOfCaller`: the same caller gives it up. */
export const runCancellation = runQuestion.omit({ waitMs: true, asTask: true });

/**
 * `answerRun`: its caller brings answers. Whatever is not open any more, or was asked in other words, is ignored. The
 * response: how many were taken.
 */
export const runAnswers = runCancellation.extend({
  answers: z
    .array(
      z.strictObject({
        key: stepKey,
        /** The question that was answered. */
        asked: z.string().max(runLimits.questionChars),
        /** JSON text of the outcome, unmasked. */
        outcome: z.string().max(runLimits.resultChars),
        /** The masked outcome, as people see it. */
        shown: z.string().max(runLimits.shownChars),
      }),
    )
    .min(1)
    .max(100),
});
export const runAnswersTaken = z.strictObject({ taken: z.number().int() });

/** `listRunsOfCaller`: the runs of MCP clients that this caller has started, newest first. */
export const runsQuestion = runCancellation.extend({
  /** The last run of the page before; null: begin with the newest. */
  after: z.strictObject({ createdAt: z.iso.datetime(), id: z.string().max(64) }).nullable(),
  limit: z.number().int().min(1).max(100),
});
/** Without outputs. `hasMore`: another page follows. */
export const runsOfCaller = z.strictObject({ runs: z.array(runReport), hasMore: z.boolean() });

/** The host call `runs.keep`: stores the end of a step of the attempt. Its answer is empty. */
export const keptStep = z.strictObject({
  runId: z.string().max(64),
  attempt: z.number().int(),
  key: stepKey,
  position,
  attempts: z.number().int().min(1).max(1_000_000),
  state: z.enum(["done", "failed"]),
  value: z.string().max(runLimits.resultChars),
  shown: z.string().max(runLimits.shownChars),
  durationMs: z.number(),
});
export type KeptStep = z.infer<typeof keptStep>;
/** The host call `runs.start`: as a step of a run (`step`), or from a plain call. */
export const childStart = z.strictObject({
  /** Everything that the worker knows of the child. */
  run: newRun,
  /** The parent's run and step, when it is a durable run; then the child is cancelled with it, unless `detached`. */
  parent: z
    .strictObject({
      runId: z.string(),
      attempt: z.number().int(),
      key: stepKey,
      position,
      detached: z.boolean(),
    })
    .nullable(),
});
/** `runs.get`, `runs.cancel`: only runs of the same Project, environment and tenant. */
export const runNamed = z.strictObject({ runId: z.string().max(64) });
/** `runs.send`: an event for the runs of the call's environment and tenant. The answer: how many it woke. */
export const sentEvent = z.strictObject({
  name: z.string().min(1).max(200),
  data: z.unknown(),
  runId: z.string().max(64).optional(),
  /** The masked data as JSON text, as people see it; without it, they see none. */
  shown: z.string().max(runLimits.shownChars).optional(),
});
