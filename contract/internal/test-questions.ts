import { z } from "zod";
import { jsonSchema } from "./artifact.ts";
import { stepKey } from "./runs.ts";

/** The most characters of the state of a test: what a call may keep, sealed in base64url. */
const mostStateChars = 2_097_152;

/** As many questions as a call may have open at once. */
const mostAnswers = 20;

/** What somebody answers to a question: as the result of `elicitation/create` (MCP 2026-07-28). */
const testOutcome = z.strictObject({
  action: z.enum(["accept", "decline", "cancel"]),
  /** Of a form that was accepted: its fields. */
  content: z.record(z.string().max(100), z.unknown()).optional(),
});
export type TestOutcome = z.infer<typeof testOutcome>;

/** The answers to the questions of a test, by their names. */
export const testAnswers = z.strictObject({
  /** As the test returned it. */
  state: z.string().min(1).max(mostStateChars),
  outcomes: z
    .record(stepKey, testOutcome)
    .refine((given) => Object.keys(given).length <= mostAnswers, `must be at most ${mostAnswers}`),
});

/** A question of a test to whoever runs it: a form by its schema, or a page to open. */
const testQuestion = z.strictObject({
  name: z.string(),
  message: z.string(),
  schema: jsonSchema.optional(),
  url: z.string().optional(),
});
export type TestQuestion = z.infer<typeof testQuestion>;

/** The questions with which a test has ended. */
export const askedByTest = z.strictObject({
  /** Sealed; it belongs to this run, its input and its source, and works for ten minutes. */
  state: z.string(),
  questions: z.array(testQuestion),
});
