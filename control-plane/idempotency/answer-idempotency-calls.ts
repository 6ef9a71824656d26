import { beginArgument, endArgument, forgetArgument } from "@ferrule/contract/internal/idempotency.ts";
import { answerEach } from "../host-calls/answer-each.ts";
import { beginCall, endCall, forgetCall } from "./queries.ts";

/** What a worker asks before and after a call that has an Idempotency-Key (docs/http.md, Idempotency). */
export const answerIdempotencyCalls = answerEach("idempotency", {
  begin: (app, projectId, { argument }) => {
    const given = beginArgument.parse(argument);
    return app.store.inProject(projectId, (scope) => beginCall(scope, given));
  },
  end: (app, projectId, { argument }) => {
    const given = endArgument.parse(argument);
    return app.store.inProject(projectId, (scope) => endCall(scope, given).then(() => ({})));
  },
  forget: (app, projectId, { argument }) => {
    const given = forgetArgument.parse(argument);
    return app.store.inProject(projectId, (scope) => forgetCall(scope, given).then(() => ({})));
  },
});
