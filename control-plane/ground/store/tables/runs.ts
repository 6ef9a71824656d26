import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { NewRun, StoredStep } from "@ferrule/contract/internal/runs.ts";
import type { CronTrigger, Environment, RunMode, RunSource, RunStatus, StepState } from "@ferrule/contract/states.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

/** What a run waits for. */
export type WaitKind = "sleep" | "retry" | "event" | "approval" | "child" | "question";

/** What is shown of an error: masked. */
export interface ShownError {
  code: string;
  message: string;
}

/** The error of a run; see `runCompletion`. */
export interface RunError extends ShownError {
  safe?: boolean | undefined;
  status?: number | null | undefined;
}

export interface RunsTable extends Revised {
  id: string;
  projectId: string;
  environment: Environment;
  functionId: string;
  mode: RunMode;
  source: RunSource;
  endpointId: string | null;
  bindingId: string | null;
  deploymentId: string | null;
  onRelease: "stay" | "move";
  tenantId: string;
  caller: Json<Caller>;
  requestId: string;
  trace: Json<NewRun["trace"]>;
  /** What the client of its task can ask its person. */
  asks: Json<NewRun["asks"] | null>;
  key: string | null;
  priority: Generated<number>;
  parentId: string | null;
  parentStep: string | null;
  detached: Generated<boolean>;
  replayOf: string | null;
  lane: string;
  concurrency: number | null;
  rateLimit: number | null;
  rateSeconds: number | null;
  status: RunStatus;
  queue: "later" | "ready" | "blocked" | null;
  turn: number;
  cancelling: Generated<boolean>;
  waitsKind: WaitKind | null;
  waitsFor: string | null;
  attempt: Generated<number>;
  losses: Generated<number>;
  failures: Generated<number>;
  dueAt: Date | null;
  executionId: string | null;
  workerId: string | null;
  leaseUntil: Date | null;
  error: Json<RunError | null>;
  errorCode: GeneratedAlways<string | null>;
  orphans: Generated<boolean>;
  stepCount: Generated<number>;
  stepsDone: Generated<number>;
  stepsFailed: Generated<number>;
  historyChars: Generated<number>;
  /** The version in the seal's context. */
  version: Generated<number>;
  keyId: string | null;
  wrappedKey: Buffer | null;
  input: Buffer | null;
  inputChars: number;
  output: Buffer | null;
  shownInput: string | null;
  shownOutput: string | null;
  deadlineSeconds: number | null;
  deadlineAt: Date | null;
  beganAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  // Of deliveries.
  maxAttempts: number | null;
  backoffMs: number | null;
  route: string | null;
  redeliveredAt: Date | null;
  // Of cron runs.
  trigger: CronTrigger | null;
  scheduledFor: Date | null;
  catchesUp: Generated<boolean>;
  requestedBy: string | null;
  // Of both.
  reason: string | null;
}

export interface RunStepsTable {
  projectId: string;
  runId: string;
  key: string;
  kind: StoredStep["kind"];
  position: number;
  state: StepState;
  attempts: Generated<number>;
  attempt: number;
  value: Buffer | null;
  chars: Generated<number>;
  apart: Generated<boolean>;
  shown: string | null;
  error: Json<ShownError | null>;
  dueAt: Date | null;
  environment: Environment | null;
  tenantId: string | null;
  event: string | null;
  match: Json<unknown>;
  eventId: number | null;
  childId: string | null;
  approvalId: string | null;
  durationMs: number | null;
  startedAt: Generated<Date>;
  finishedAt: Date | null;
}

interface RunPayloadsTable {
  projectId: string;
  runId: string;
  name: string;
  ciphertext: Buffer;
}

interface RunKeysTable {
  projectId: string;
  environment: Environment;
  functionId: string;
  tenantId: string;
  key: string;
  runId: string;
  until: Date;
}

interface RunLanesTable {
  projectId: string;
  lane: string;
  wakeAt: Date;
}

interface RunEventsTable {
  id: GeneratedAlways<number>;
  projectId: string;
  environment: Environment;
  tenantId: string;
  name: string;
  data: Json<unknown>;
  shown: string | null;
  runId: string | null;
  sentAt: Generated<Date>;
}

interface PausedFunctionsTable {
  projectId: string;
  functionId: string;
  environment: Environment;
  pausedBy: string;
  pausedAt: Generated<Date>;
}

export interface RunTables {
  pausedFunctions: PausedFunctionsTable;
  runEvents: RunEventsTable;
  runKeys: RunKeysTable;
  runLanes: RunLanesTable;
  runPayloads: RunPayloadsTable;
  runs: RunsTable;
  runSteps: RunStepsTable;
}
