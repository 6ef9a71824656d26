import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { headerRevision } from "./classify.ts";
import { dispatch } from "./dispatch.ts";
import { accepted, errorAnswer, rpcErrors, type RpcAnswer } from "./json-rpc.ts";
import type { McpRequest } from "./mcp-request.ts";
import type { Methods } from "./method.ts";
import { protocolVersionKey } from "../../../deployed/endpoints/bindings/revisions.ts";

const mostItems = 50;

function claimsVersion(item: unknown): boolean {
  const params = isObject(item) ? item["params"] : undefined;
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) && protocolVersionKey in meta;
}

/**
 * Handles a JSON array, which only 2025-03-26 allows. The items run concurrently, their responses keep the order, and
 * notifications have none. The limits have already counted each item.
 */
export async function dispatchBatch(
  request: McpRequest,
  items: readonly unknown[],
  methods: Methods,
): Promise<RpcAnswer> {
  const { requestId, request: incoming } = request.exchange;
  const invalid = (message: string) =>
    errorAnswer("null", {
      status: 400,
      rpcCode: rpcErrors.invalidRequest,
      message,
      data: { code: "VALIDATION_ERROR", requestId },
    });
  if (headerRevision(incoming.headers) !== "2025-03-26" || items.some((item) => claimsVersion(item))) {
    return invalid("Invalid request: only revision 2025-03-26 has batches");
  }
  if (items.length === 0) return invalid("Invalid request: an empty batch");
  if (items.length > mostItems) return invalid(`Invalid request: a batch holds at most ${mostItems} messages`);
  const answers = await Promise.all(items.map(async (item) => dispatch({ ...request, batched: true }, item, methods)));
  const bodies = answers.flatMap(({ body }) => (body === null ? [] : [body]));
  return bodies.length === 0 ? accepted : { status: 200, body: `[${bodies.join(",")}]` };
}
