import { errors } from "@ferrule/contract/errors.ts";
import { isInUtf8, mediaTypeOf } from "@ferrule/kit/http/media-type.ts";
import { recordRejection } from "../../calls/admission/execution-record.ts";
import { answer, fail, refusal, refuse, type Exchange } from "../serving/exchange.ts";
import { parseJson } from "../serving/body/parse-json.ts";
import { limitRefusal } from "../serving/limit-refusal.ts";
import { inTurn } from "../serving/in-turn.ts";
import { bodyRefusals, readCallBody } from "../serving/body/read-call-body.ts";
import { dispatchBatch } from "./transport/dispatch-batch.ts";
import { dispatch } from "./transport/dispatch.ts";
import { errorAnswer, rpcErrors, type RpcAnswer } from "./transport/json-rpc.ts";
import { methods } from "./methods.ts";
import type { McpRequest } from "./transport/mcp-request.ts";

function send(exchange: Exchange, { status, body, headers }: RpcAnswer): void {
  answer(exchange, status, body === null ? null : "application/json", body ?? "", headers);
}

/** Serves a batch. Each message counts as a request; the first has already been counted. */
async function countedBatch(request: McpRequest, messages: unknown[]): Promise<RpcAnswer> {
  const { exchange, context, admitted, countMore } = request;
  const spent = await countMore(messages.length - 1);
  if ("refusedBy" in spent) {
    const refused = limitRefusal(spent);
    recordRejection(context, { admitted, called: null, bindingId: null }, refused);
    refuse(exchange, refused);
    return { status: refused.status, body: null };
  }
  return dispatchBatch(request, messages, methods);
}

/** Serves an admitted POST on an MCP endpoint: body, message or batch, response. */
export function serveMcp(admittedRequest: Omit<McpRequest, "bytes" | "isExact">): void {
  const { exchange, admitted, context } = admittedRequest;
  const { headers } = exchange.request;
  const type = mediaTypeOf(headers["content-type"]);
  if (type.essence !== "application/json" || !isInUtf8(type))
    return refuse(exchange, refusal("UNSUPPORTED_MEDIA_TYPE"));
  readCallBody(exchange, admitted.endpoint, (body) => {
    if (typeof body === "string") return refuse(exchange, bodyRefusals[body]);
    inTurn(exchange, context, admitted, body.length, () => serveBody(admittedRequest, body));
  });
}

/** Serves a body after it was read. */
function serveBody(admittedRequest: Omit<McpRequest, "bytes" | "isExact">, body: Buffer): void {
  const { exchange, context } = admittedRequest;
  const parsed = parseJson(body);
  if ("code" in parsed) {
    const { message } = errors[parsed.code];
    const data = { code: parsed.code, requestId: exchange.requestId };
    return send(exchange, errorAnswer("null", { status: 400, rpcCode: rpcErrors.parse, message, data }));
  }
  const { value, isExact } = parsed;
  const request = { ...admittedRequest, bytes: body.length, isExact };
  try {
    let answered: RpcAnswer | Promise<RpcAnswer>;
    if (Array.isArray(value)) {
      answered = value.length > 1 ? countedBatch(request, value) : dispatchBatch(request, value, methods);
    } else answered = dispatch(request, value, methods);
    if (!(answered instanceof Promise)) return send(exchange, answered);
    answered
      .then((rpc) => {
        // A call that streamed has already ended its response.
        if (!exchange.response.headersSent) send(exchange, rpc);
      })
      .catch((error: unknown) => fail(exchange, context.log, error));
  } catch (error) {
    fail(exchange, context.log, error);
  }
}
