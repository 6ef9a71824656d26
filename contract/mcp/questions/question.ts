import { z } from "zod";
import { runLimits, stepKey } from "../../internal/runs.ts";
import { questionLimits } from "./question-schema.ts";

/** A question as a Function asks it: a form by its schema, or a page of its own. */
const questionWithin = (mostMs: number) =>
  z
    .strictObject({
      message: z.string().min(1).max(questionLimits.messageChars),
      schema: z.record(z.string(), z.unknown()).optional(),
      url: z.string().max(questionLimits.urlChars).optional(),
      /** How long its person may take. */
      timeoutMs: z.number().min(1_000).max(mostMs),
    })
    .refine(({ schema, url }) => (schema === undefined) !== (url === undefined));
/** A question of a call. */
export const question = questionWithin(questionLimits.timeoutMs);
/** A question of a durable run, which can wait longer. */
export const questionOfRun = questionWithin(runLimits.deadlineSeconds * 1_000);
export type Question = z.infer<typeof question>;

/** A part of a call that is not done again when its Function runs again: the end of a step, or an answered question. */
export const callStep = z.strictObject({
  key: stepKey,
  kind: z.enum(["step", "question"]),
  state: z.enum(["done", "failed"]),
  attempts: z.number().int(),
  /** JSON text: of a step, its result or a `stepFailure`; of a question, how it was asked, and its outcome. */
  value: z.string(),
});
export type CallStep = z.infer<typeof callStep>;

/** What a guest says when its call waits for answers: the questions, and the ends of its steps. */
export const guestAsked = z.strictObject({
  waits: z
    .array(
      z.strictObject({ kind: z.literal("question"), key: stepKey, position: z.number().int(), question: z.string() }),
    )
    .min(1)
    .max(questionLimits.atOnce),
  steps: z.array(callStep.extend({ kind: z.literal("step") })),
});

/** A question of a call that waits for its answer. `asked`: its JSON, exactly as the Function asked it. */
export interface AskedQuestion {
  key: string;
  asked: string;
  question: Question;
}

/** What became of a question, as its Function sees it. */
export const questionOutcome = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("accept"), content: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ action: z.literal("decline") }),
  z.strictObject({ action: z.literal("cancel") }),
  z.strictObject({ action: z.literal("timeout") }),
  z.strictObject({
    action: z.literal("malformed"),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
]);
export type QuestionOutcome = z.infer<typeof questionOutcome>;

/** The stored form of an answered question, which the Function finds when it runs again. */
export const answered = (key: string, asked: string, outcome: QuestionOutcome): CallStep => ({
  key,
  kind: "question",
  state: "done",
  attempts: 1,
  value: `{"asked":${JSON.stringify(asked)},"outcome":${JSON.stringify(outcome)}}`,
});
