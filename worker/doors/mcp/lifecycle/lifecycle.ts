import {
  isLegacy,
  modernRevision,
  newestLegacy,
  type Revision,
} from "../../../deployed/endpoints/bindings/revisions.ts";
import { invalid, invalidParams } from "../transport/invalid.ts";
import { askableBy } from "../elicitation/askable.ts";
import { sessionFor } from "../elicitation/session.ts";
import { experimentalRevision, offersRuns } from "../tasks/task-support.ts";
import { resultAnswer, rpcErrors, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Capabilities, Feature } from "../transport/method.ts";

/**
 * Adds the session of a client that can be asked, at an endpoint whose Functions or tasks ask. It only tells what the client can
 * (docs/decisions/questions-in-sealed-state.md).
 */
function withSession(request: McpRequest, revision: Revision, capabilities: unknown, answer: RpcAnswer): RpcAnswer {
  const { table, admitted, authenticated } = request;
  const { sorted, resources, prompts } = table;
  const asks =
    [sorted, resources.all, prompts.all].flat().some(({ called }) => called?.artifact.asks === true) ||
    (revision === experimentalRevision && offersRuns({ table, endpoint: admitted.endpoint, caller: authenticated }));
  if (!asks || askableBy(revision, capabilities) === null) return answer;
  const session = sessionFor(request.questions.sealer, admitted, capabilities);
  return session === null ? answer : { ...answer, headers: ["mcp-session-id", session] };
}

/** `initialize`, `ping` and `server/discover`. They declare exactly what this caller can use of the other features. */
export function lifecycleOf(features: readonly Feature[]): Feature {
  const handshake = (request: McpRequest, revision: Revision): string => {
    const capabilities: Capabilities = {};
    for (const { declare } of features) declare?.(capabilities, request, revision);
    const { before, after } = request.table.handshakes[revision];
    return before + JSON.stringify(capabilities) + after;
  };
  return {
    methods: {
      initialize: {
        isIn: isLegacy,
        handle(request, _revision, id, params) {
          if (request.batched) {
            return invalid(request, 400, rpcErrors.invalidRequest, "Invalid request: initialize cannot be batched", id);
          }
          const asked = params?.["protocolVersion"];
          if (typeof asked !== "string") return invalidParams(request, id, "protocolVersion is missing");
          const revision = isLegacy(asked) ? asked : newestLegacy;
          return withSession(
            request,
            revision,
            params?.["capabilities"],
            resultAnswer(id, handshake(request, revision)),
          );
        },
      },
      ping: { isIn: isLegacy, handle: (_request, _revision, id) => resultAnswer(id, "{}") },
      "server/discover": {
        isIn: (revision) => revision === modernRevision,
        handle: (request, revision, id) => resultAnswer(id, handshake(request, revision)),
      },
    },
  };
}
