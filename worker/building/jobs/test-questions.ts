import { z } from "zod";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { QuestionNote } from "@ferrule/contract/internal/execution.ts";
import type { TestJob, TestResult } from "@ferrule/contract/internal/jobs.ts";
import { answered, callStep, question, type CallStep } from "@ferrule/contract/mcp/questions/question.ts";
import { failedEnd } from "../../calls/admission/execution-record.ts";
import type { Settled } from "../../calls/admission/settle-outcome.ts";
import { noteOf } from "../../calls/admission/question-note.ts";
import { mostRounds, stateMs } from "../../doors/mcp/elicitation/call-state.ts";
import { readAnswer } from "../../doors/mcp/elicitation/read-answer.ts";
import type { Sealer } from "../../doors/mcp/elicitation/sealer.ts";
import type { Asked } from "../../running/sandbox/call/invocation.ts";

/** What a test knows from before its questions were answered. */
interface TestAsking {
  /** How often it has asked. */
  round: number;
  steps: readonly CallStep[];
  /** The answers, for the record. */
  notes: readonly QuestionNote[];
}

const state = z.strictObject({
  expiresAt: z.number(),
  round: z.number().int(),
  askedAt: z.number(),
  steps: z.array(callStep),
  open: z.array(z.strictObject({ key: z.string(), asked: z.string() })),
});

/** Everything that makes two tests the same: whoever runs which text, with which input, for whom. */
const boundTo = ({ projectId, environment, tenantId, caller, function: { id, source }, input }: TestJob): string =>
  canonicalJson({ projectId, environment, tenantId, caller, id, source, input });

/** Why the answers of a test cannot be used, in a sentence for whoever runs it. */
type Refused = { problem: string };

/** Opens the state of a test that goes on with answers. A test that begins has none. */
export function openTest(sealer: Sealer, job: TestJob): TestAsking | Refused {
  const { answers } = job.asking ?? {};
  if (answers === undefined) return { round: 0, steps: [], notes: [] };
  const text = sealer.open(answers.state, boundTo(job));
  if (text === null) return { problem: "The answers do not belong to this run. Run it again." };
  const { expiresAt, round, askedAt, steps, open } = state.parse(JSON.parse(text));
  const now = Date.now();
  if (now > expiresAt) return { problem: "The questions are too old to be answered. Run it again." };
  const waitedMs = Math.max(0, now - askedAt);
  const outcomes = open.flatMap(({ key, asked }) => {
    const its = question.parse(JSON.parse(asked));
    const given = Object.hasOwn(answers.outcomes, key) ? answers.outcomes[key] : undefined;
    if (waitedMs > its.timeoutMs) return [{ key, asked, question: its, outcome: { action: "timeout" } as const }];
    return given === undefined ? [] : [{ key, asked, question: its, outcome: readAnswer(its, given) }];
  });
  return {
    round,
    steps: [...steps, ...outcomes.map(({ key, asked, outcome }) => answered(key, asked, outcome))],
    notes: outcomes.map((one) => noteOf(one, one.outcome, waitedMs)),
  };
}

/** The questions of a test, with the sealed state to which their answers belong. Null: it has asked too often. */
function askTest(
  sealer: Sealer,
  job: TestJob,
  { round, steps }: TestAsking,
  { questions, steps: ended }: Asked,
): NonNullable<TestResult["asked"]> | null {
  if (round >= mostRounds) return null;
  const now = Date.now();
  const kept = {
    expiresAt: now + stateMs,
    round: round + 1,
    askedAt: now,
    steps: [...steps, ...ended],
    open: questions.map(({ key, asked }) => ({ key, asked })),
  };
  return {
    state: sealer.seal(JSON.stringify(kept), boundTo(job)),
    questions: questions.map(({ key, question: { message, schema, url } }) => ({
      name: key,
      message,
      ...(schema === undefined ? {} : { schema }),
      ...(url === undefined ? {} : { url }),
    })),
  };
}

/** What the record and the result of a test say of its questions. */
export function questionsOf(sealer: Sealer, job: TestJob, asking: TestAsking, end: Settled["end"]) {
  const isOpen = end.kind === "asked";
  const notes = [...asking.notes, ...(isOpen ? end.questions.map((one) => noteOf(one, null)) : [])];
  const noted = notes.length === 0 ? {} : { questions: notes };
  if (!isOpen) return noted;
  const asked = askTest(sealer, job, asking, end);
  return asked === null
    ? { ...failedEnd("LIMIT_EXCEEDED", `It has asked more than ${mostRounds} times in one call.`), ...noted }
    : { ...noted, asked };
}

/** `ctx.mcp` of a test: only a Function that asks gets one, as from a client that can ask if whoever runs it can. */
export function mcpOfTest(job: TestJob, asks: boolean, { steps }: TestAsking) {
  if (!asks) return {};
  const clientInfo = { name: "ferrule-test", version: "1" };
  const canAsk = job.asking !== undefined;
  return {
    mcp: {
      clientInfo,
      capabilities: canAsk ? { elicitation: { form: {}, url: {} } } : {},
      progress: false,
      ...(canAsk ? { asks: { form: true, url: true, lists: true } } : {}),
      ...(steps.length === 0 ? {} : { steps }),
    },
  };
}
