import type { AnswerOf } from "../../api/use-operation.ts";

export const stageNames = ["queue", "build", "tests", "check", "activate"] as const;
export type StageName = (typeof stageNames)[number];
export type StageState = "waiting" | "running" | "done" | "failed" | "cancelled" | "skipped";

export interface Stage {
  name: StageName;
  state: StageState;
  startedAt: string | null;
  /** Null before it has started. */
  durationMs: number | null;
}

type Detail = AnswerOf<"getDeployment">;
type Facts = Pick<Detail, "kind" | "status" | "createdAt" | "startedAt" | "finishedAt" | "error" | "tests"> & {
  log: readonly Detail["log"][number][];
};

const stageOfStep: Record<string, StageName> = {
  queued: "queue",
  build: "build",
  building: "build",
  tests: "tests",
  assemble: "check",
  activating: "activate",
};

/** When each stage started, by its log or else by the deployment's own times. */
function beginnings({ log, createdAt, startedAt, kind }: Facts): Map<StageName, string> {
  const begun = new Map<StageName, string>();
  const ownStart = kind === "deploy" ? "build" : "activate";
  if (kind === "deploy") begun.set("queue", createdAt);
  if (startedAt !== null) begun.set(ownStart, startedAt);
  for (const { at, data } of log) {
    const named = (data as { stage?: unknown } | null | undefined)?.stage;
    const name = stageNames.find((each) => each === named);
    if (name !== undefined && name !== "queue" && !(name === ownStart && begun.has(name))) begun.set(name, at);
  }
  return begun;
}

/**
 * The stages of a deployment with the state and duration of each. A release or a rollback builds nothing, so it has
 * only one stage. @param now milliseconds since 1970, for the running stage
 */
export function stagesOf(deployment: Facts, now: number): Stage[] {
  const { kind, status, error, finishedAt } = deployment;
  const begun = beginnings(deployment);
  const runsTests = begun.has("tests") || deployment.tests !== null || error?.step === "tests";
  const names =
    kind === "deploy" ? stageNames.filter((name) => name !== "tests" || runsTests) : (["activate"] as const);
  const reached = Math.max(...names.map((name, index) => (begun.has(name) ? index : 0)));
  const told = error === null ? -1 : names.indexOf(stageOfStep[error.step] as never);
  const endedIn = told === -1 ? reached : told;
  return names.map((name, index): Stage => {
    const startedAt = begun.get(name) ?? null;
    const next = names.slice(index + 1).find((each) => begun.has(each));
    const end = (next === undefined ? finishedAt : begun.get(next)) ?? null;
    const durationMs =
      startedAt === null ? null : Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(startedAt));
    const state = stateOf(status, index, status === "failed" || status === "cancelled" ? endedIn : reached);
    return state === "waiting" || state === "skipped"
      ? { name, state, startedAt: null, durationMs: null }
      : { name, state, startedAt, durationMs };
  });
}

function stateOf(status: Facts["status"], index: number, at: number): StageState {
  if (status === "completed" || index < at) return "done";
  const isOver = status === "failed" || status === "cancelled";
  if (index > at) return isOver ? "skipped" : "waiting";
  return isOver ? status : "running";
}
