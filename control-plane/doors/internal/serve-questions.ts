import type { App } from "../../ground/app.ts";
import { answersFor, giveBackQuestion, spendQuestion, storeAnswer } from "../../serving/questions/queries.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

type Served = "spendQuestion" | "giveBackQuestion" | "handAnswer" | "takeAnswers";

/** How workers use an answered state once, and hand each other the answers of clients. */
export const serveQuestions = (app: App, { holdMs }: { holdMs: number }): Pick<InternalHandlers, Served> => ({
  spendQuestion: ({ body: { projectId, ...spent } }) =>
    app.store.inProject(projectId, async (scope) => ({ isFirst: await spendQuestion(scope, spent) })),

  giveBackQuestion: ({ body: { projectId, ...spent } }) =>
    app.store.inProject(projectId, (scope) => giveBackQuestion(scope, spent)),

  handAnswer: ({ body: { projectId, ...answer } }) =>
    app.store.inProject(projectId, (scope) => storeAnswer(scope, answer)),

  async takeAnswers({ body: { workerId, taken, wait }, reply }) {
    let removed: readonly string[] = taken;
    const matches = (payload: string) => payload === workerId || payload === "";
    const channel = "question_answers" as const;
    const answers = await hold(app, reply, { channel, holdMs: wait ? holdMs : 0, matches }, async () => {
      const found = await app.store.inInstallation((scope) => answersFor(scope, workerId, removed));
      removed = [];
      return found.length === 0 ? null : found;
    });
    return { answers: answers ?? [] };
  },
});
