import { z } from "zod";

/** The most characters of JSON that a client's answer to a question may have. */
export const mostAnswerChars = 262_144;

const id = z.string().min(1).max(64);
const questionOfProject = { projectId: z.string().max(64), id };

/** `spendQuestion`: the state of a call that asked is used now. Only the first use of its id may go on. */
export const questionSpending = z.strictObject({ ...questionOfProject, claim: z.string().min(1).max(64) });
export const spentQuestion = z.strictObject({ isFirst: z.boolean() });

/** `handAnswer`: a client has posted an answer to a worker other than the one that waits for it. The first one counts. */
export const handedAnswer = z.strictObject({
  ...questionOfProject,
  /** The worker that waits. */
  workerId: z.string().min(1).max(256),
  /** Sealed by the worker; the control plane cannot read it. */
  answer: z.string().max(4 * mostAnswerChars),
});

/** `takeAnswers`: what other workers have received for this one. Held while there is nothing, if `wait`. */
export const answersRequest = z.strictObject({
  workerId: z.string().min(1).max(256),
  /** Those of the last response, which can be removed. */
  taken: z.array(id).max(100),
  wait: z.boolean(),
});
export const answersPage = z.strictObject({ answers: z.array(z.strictObject({ id, answer: z.string() })).max(100) });
