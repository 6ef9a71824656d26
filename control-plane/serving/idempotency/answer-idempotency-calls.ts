import {
  beginArgument,
  endArgument,
  forgetArgument,
  type BeginAnswer,
} from "@ferrule/contract/internal/idempotency.ts";
import { answerEach } from "../../ground/host-calls/answer-each.ts";
import { beginCall, endCall, forgetCall } from "./queries.ts";
import { openAnswer, sealAnswer } from "./sealed-answer.ts";

/** The requests of a worker before and after a call with an Idempotency-Key (docs/http.md, Idempotency). */
export const answerIdempotencyCalls = answerEach("idempotency", {
  begin: async (app, projectId, { argument, executionId: requestId }): Promise<BeginAnswer> => {
    const given = beginArgument.parse(argument);
    const found = await app.store.inProject(projectId, (scope) => beginCall(scope, { ...given, requestId }));
    if (found.state !== "answered") return { state: found.state };
    const { holder, sealed } = found;
    const answer = await openAnswer(app, { projectId, place: given.place, holder }, sealed);
    return answer === null ? { state: "unkept" } : { state: "answered", answer };
  },
  end: async (app, projectId, { argument }) => {
    const { answer, ...held } = endArgument.parse(argument);
    const sealed = await sealAnswer(app, { projectId, ...held }, answer);
    await app.store.inProject(projectId, (scope) => endCall(scope, { ...held, sealed }));
    return {};
  },
  forget: (app, projectId, { argument }) => {
    const given = forgetArgument.parse(argument);
    return app.store.inProject(projectId, (scope) => forgetCall(scope, given).then(() => ({})));
  },
});
