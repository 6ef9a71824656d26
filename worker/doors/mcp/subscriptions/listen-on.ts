import { farewellHeader } from "@ferrule/contract/internal/farewell.ts";
import { networkOf } from "../../../deployed/limits/network-of.ts";
import { beginAnswer, notStarted, refusal } from "../../serving/exchange.ts";
import { invalid, invalidParams } from "../transport/invalid.ts";
import { errorAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { Listening, McpRequest } from "../transport/mcp-request.ts";
import type { View } from "../transport/method.ts";
import { Listener, type ListenerRequest } from "./listener.ts";
import type { Listeners, NoRoom } from "./listeners.ts";
import type { Seen, VersionOf } from "./seen-by.ts";
import { acknowledged, ended } from "./messages.ts";
import { readWishedChanges, type WishedChanges } from "./wished-changes.ts";

/** Each message of a stream repeats the id. */
const mostIdChars = 200;

const refusals: Readonly<Record<NoRoom, Parameters<typeof refusal>>> = {
  caller: [
    "RATE_LIMITED",
    "This caller has 100 open streams here, which is the most. Close one.",
    ["retry-after", "60"],
  ],
  project: ["RATE_LIMITED", "This Project has its share of the open streams here.", ["retry-after", "60"]],
  full: ["OVERLOADED", "There is no room for another open stream.", notStarted],
};

function noRoom({ exchange }: McpRequest, id: IdText, why: NoRoom): RpcAnswer {
  const { code, status, message, headers = [] } = refusal(...refusals[why]);
  const rpcCode = status >= 500 ? rpcErrors.internal : rpcErrors.invalidRequest;
  return errorAnswer(id, { status, rpcCode, message, data: { code, requestId: exchange.requestId }, headers });
}

/** Whether a client can read the stream. Every answer to this request is one, so a wildcard is enough. */
const takesEvents = (accept: string | undefined): boolean =>
  accept === undefined || /text\/(?:event-stream|\*)|\*\/\*/i.test(accept);

/** The headers that a credential may come in. */
function credentialOf({ authorization, ...headers }: McpRequest["exchange"]["request"]["headers"]) {
  const key = headers["x-api-key"];
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(key === undefined ? {} : { "x-api-key": key }),
  };
}

function requestOf(request: McpRequest, id: IdText, wishes: WishedChanges): ListenerRequest {
  const { exchange, admitted, url, authenticated } = request;
  const { headers } = exchange.request;
  const address = headers["x-forwarded-for"] as string | undefined;
  const { kind, id: callerId } = authenticated.caller;
  return {
    id,
    path: new URL(url).pathname,
    credential: credentialOf(headers),
    address,
    origin: headers.origin,
    wishes,
    projectId: admitted.endpoint.projectId,
    callerName: kind === "anonymous" ? `${admitted.endpoint.id} ${networkOf(address)}` : `${kind} ${callerId}`,
  };
}

export interface ListenMeans {
  listeners: Listeners;
  /** Digests of what a caller sees. */
  look: (view: View) => Seen;
  versionOf: VersionOf;
}

/** Opens a stream: its head with the farewell that gateways send, the acknowledgment, then the changes. */
function open(
  { listeners, look, versionOf }: ListenMeans,
  request: McpRequest,
  id: IdText,
  wished: WishedChanges,
  offered: Record<string, object>,
): RpcAnswer {
  const { exchange, table, admitted, authenticated: caller } = request;
  const { response } = exchange;
  const view = { table, endpoint: admitted.endpoint, caller };
  const wishes = {
    lists: wished.lists.filter((kind) => offered[kind] !== undefined),
    uris: wished.uris.filter((uri) => versionOf(view, uri) !== null),
  };
  const listened = requestOf(request, id, wishes);
  const lacking = listeners.takePlace(listened);
  if (lacking !== null) return noRoom(request, id, lacking);
  const listener = new Listener(listened, response, {
    ...view,
    seen: look(view),
    versions: wishes.uris.map((uri) => versionOf(view, uri)),
  });
  const farewell = Buffer.from(ended(id)).toString("base64");
  const headers = ["cache-control", "no-cache, no-transform", farewellHeader, farewell];
  const hasBegun = beginAnswer(exchange, 200, "text/event-stream", headers);
  listeners.add(listener);
  if (!hasBegun) listeners.remove(listener);
  else {
    response.once("close", () => listeners.remove(listener));
    response.setAside?.();
    listener.write(acknowledged(id, wishes));
  }
  return { status: 200, body: null };
}

/** Serves `subscriptions/listen`. */
export const listenOn =
  (means: ListenMeans): Listening["listen"] =>
  (request, id, params, offered) => {
    const wished = readWishedChanges(params);
    if (typeof wished === "string") return invalidParams(request, id, wished);
    if (id.length > mostIdChars) {
      const problem = `Invalid request: the id of a stream has at most ${mostIdChars} characters`;
      return invalid(request, 400, rpcErrors.invalidRequest, problem);
    }
    if (!takesEvents(request.exchange.request.headers.accept)) {
      return invalid(request, 406, rpcErrors.invalidRequest, "Invalid request: accept text/event-stream", id);
    }
    return open(means, request, id, wished, offered);
  };
