import { beginAnswer, mostKeptBytes } from "@ferrule/contract/internal/idempotency.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { z } from "zod";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import type { AdmittedCall, CallContext } from "../../../calls/admission/function-call.ts";
import { refusal } from "../../serving/exchange.ts";
import type { CompiledRoute } from "../../../deployed/endpoints/bindings/route-table.ts";
import { without } from "../header-list.ts";
import type { RouteAnswer, SentAnswer } from "../sent-answer.ts";

/** Added to the Function's own time limit, for the wait for a slot and for an executor. */
const slackMs = 60_000;
const never = new AbortController().signal;

const refused = z.object({ code: z.string(), status: z.int(), message: z.string(), details: z.unknown().optional() });
const kept = z.union([
  z.object({ refused }),
  z.object({ status: z.int(), type: z.string().nullable(), headers: z.array(z.string()), body: z.string() }),
]);

const replayed = ["idempotency-replayed", "true"] as const;

/** Cookies are only for the first caller, because anonymous callers share their keys. */
const keptParts = ({ headers, body, ...rest }: SentAnswer) => ({
  ...rest,
  headers: without(headers, (name) => name === "set-cookie"),
  body: Buffer.from(body).toString("base64"),
});

/** A response in its stored form; null when it is too large. */
function keptJson(answer: RouteAnswer): string | null {
  if (!("refused" in answer) && answer.body.length > mostKeptBytes) return null;
  const json = JSON.stringify("refused" in answer ? answer : keptParts(answer));
  return json.length > mostKeptBytes ? null : json;
}

function readKept(json: string): RouteAnswer {
  const answer = kept.parse(JSON.parse(json));
  if ("refused" in answer) return { refused: { ...answer.refused, headers: replayed } };
  return { ...answer, body: Buffer.from(answer.body, "base64"), headers: [...answer.headers, ...replayed] };
}

/**
 * Whether we store this response. We do not store responses after which the caller should try again: a retry would only
 * get the same one.
 */
const isFinal = (answer: RouteAnswer) => ("refused" in answer ? answer.refused.status : answer.status) < 500;

export interface KeyedCall {
  context: CallContext;
  admitted: AdmittedCall;
  route: CompiledRoute;
  /** See `placeOf` and `requestOf`. */
  place: string;
  request: string;
}

function askFor({ context, admitted, route }: KeyedCall) {
  const { endpoint, tenantId } = admitted;
  const invocation = {
    projectId: endpoint.projectId,
    environment: endpoint.environment,
    tenantId,
    functionId: route.called.artifact.id,
    endpointId: endpoint.id,
    executionId: admitted.requestId.slice(0, 64),
  };
  const ask: AskControlPlane = context.ask;
  return (name: string, argument: object) => ask(`idempotency.${name}`, argument, { invocation, signal: never });
}

/**
 * Runs a call at most once for its key (draft-ietf-httpapi-idempotency-key-header). While the call runs, the database
 * holds the key, so other workers know it too. `run` returns the call's response; null when it has already been sent.
 */
export async function honourKey(call: KeyedCall, run: () => Promise<RouteAnswer | null>): Promise<RouteAnswer | null> {
  const { place, request, route, context } = call;
  const ask = askFor(call);
  const holder = identifier("idk");
  const leaseMs = route.called.artifact.timeoutMs + slackMs;
  let found: z.infer<typeof beginAnswer>;
  try {
    found = beginAnswer.parse(await ask("begin", { place, request, holder, leaseMs }));
  } catch (error) {
    context.log.warn({ err: error, requestId: call.admitted.requestId }, "an idempotency key could not be taken");
    return { refused: refusal("UNAVAILABLE", undefined, ["retry-after", "1"]) };
  }
  if (found.state === "other") return { refused: refusal("IDEMPOTENCY_MISMATCH") };
  if (found.state === "running") return { refused: refusal("IDEMPOTENCY_PENDING", undefined, ["retry-after", "1"]) };
  if (found.state === "unkept") return { refused: refusal("IDEMPOTENCY_NOT_KEPT") };
  if (found.state === "answered") return readKept(found.answer);
  const answer = await run();
  const isKept = answer === null || isFinal(answer);
  const ended = isKept
    ? ask("end", { place, holder, answer: answer === null ? null : keptJson(answer) })
    : ask("forget", { place, holder });
  // The caller still gets a response. Until the lease ends, a repeated request is told to wait.
  await ended.catch((error: unknown) => {
    context.log.warn({ err: error, requestId: call.admitted.requestId }, "an idempotent answer could not be kept");
  });
  return answer;
}
