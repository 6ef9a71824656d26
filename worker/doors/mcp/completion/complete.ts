import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { McpArgument } from "@ferrule/contract/resources/mcp-fields.ts";
import type { CompiledPrompt } from "../../../deployed/endpoints/bindings/prompt-table.ts";
import type { CompiledResource } from "../../../deployed/endpoints/bindings/resource-table.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CompiledFunction } from "../../../deployed/endpoints/functions/compile-function.ts";
import { failedCall } from "../calling/protocol-failure.ts";
import { rejectCall, type RejectedCall, type Rejection } from "../calling/reject-call.ts";
import { runForClient } from "../calling/run-for-client.ts";
import { findPrompt } from "../prompts/get-prompt.ts";
import { refusedResource } from "../resources/refused-resource.ts";
import { resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { resultJson } from "../transport/result.ts";
import { fittingValues, offeredValues } from "./offered-values.ts";
import { outputValues } from "./output-values.ts";

/** The most values of one result (MCP, Completion). */
const mostValues = 100;
const mostTyped = 2_000;
const mostArguments = 50;
/** How long a Function may think about what a person is typing. */
const completionMs = 2_000;

/** A prompt or a template whose arguments are completed. */
interface Completed {
  binding: { bindingId: string; name: string };
  target: string;
  called: CompiledFunction | null;
  arguments: readonly McpArgument[];
}

interface Asked {
  name: string;
  value: string;
  /** The arguments that the person has filled in. */
  others: Record<string, string>;
}

const invalid = (problem: string): Rejection => ({
  rpcCode: rpcErrors.invalidParams,
  status: 200,
  code: "INPUT_INVALID",
  message: `Invalid params: ${problem}`,
});

const ofTemplate = ({ binding, target, called, template }: CompiledResource): Completed => {
  const described = new Map((binding.arguments ?? []).map((one) => [one.name, one]));
  const names = template?.variables ?? [];
  return { binding, target, called, arguments: names.map((name) => described.get(name) ?? { name, required: false }) };
};

/** The template of a URI, or the resource with a URI, if this caller may read it. */
function findTemplate({ table, admitted, authenticated }: McpRequest, uri: unknown): CompiledResource | Rejection {
  const found = table.resources.all.find(({ binding }) => binding.uri === uri);
  const refused = found === undefined ? "unknown" : refusedResource(admitted.endpoint, authenticated, found);
  if (found === undefined || refused === "unknown")
    return { ...invalid("ref names no template of this server"), code: "NOT_FOUND" };
  return refused === null ? found : { ...refused, rpcCode: rpcErrors.invalidRequest };
}

function findCompleted(request: McpRequest, ref: unknown): Completed | Rejection {
  if (!isObject(ref)) return invalid("ref is missing");
  if (ref["type"] === "ref/prompt") return findPrompt(request, ref["name"]) satisfies CompiledPrompt | Rejection;
  if (ref["type"] !== "ref/resource") return invalid("ref has a type that is neither ref/prompt nor ref/resource");
  const template = findTemplate(request, ref["uri"]);
  return "rpcCode" in template ? template : ofTemplate(template);
}

function askedOf({ argument, context }: Params): Asked | string {
  if (!isObject(argument)) return "argument is missing";
  const { name, value } = argument;
  if (typeof name !== "string" || typeof value !== "string") return "argument needs a name and a value";
  if (value.length > mostTyped) return `argument.value has more than ${mostTyped} characters`;
  const others = isObject(context) ? (context["arguments"] ?? {}) : {};
  if (!isObject(others) || Object.values(others).some((one) => typeof one !== "string"))
    return "context.arguments must be texts by their names";
  if (Object.keys(others).length > mostArguments) return `context.arguments has more than ${mostArguments} members`;
  return { name, value, others: others as Record<string, string> };
}

/** The answer with the first of these values. */
function answerOf(
  { table }: McpRequest,
  revision: Revision,
  id: IdText,
  values: readonly string[],
  total = values.length,
): RpcAnswer {
  const completion = { values: values.slice(0, mostValues), total, hasMore: total > mostValues };
  return resultAnswer(id, resultJson(table, revision, `"completion":${JSON.stringify(completion)}`));
}

/** Asks the Function's own `complete`. Its record shows the arguments, without what the Function's schema hides. */
async function askFunction(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  { completed, asked, meta }: { completed: Completed; asked: Asked; meta: Params },
): Promise<RpcAnswer> {
  const { called, binding } = completed;
  const { name, value, others } = asked;
  const form = outputValues();
  const { end, send } = await runForClient(request, {
    called: called!,
    bindingId: binding.bindingId,
    input: { argument: name, value, arguments: others },
    sent: { ...others, [name]: value },
    form,
    entry: "complete",
    timeoutMs: Math.min(called!.artifact.timeoutMs, completionMs),
    target: { kind: "completion", uri: null },
    revision,
    meta,
    span: { method: "completion/complete", target: binding.name, attributes: {} },
    whenClientLeaves: "cancel",
    onlyReads: true,
  });
  if (end.kind !== "returned") return send(failedCall(request, revision, id, end));
  return send(answerOf(request, revision, id, form.values));
}

/** Handles `completion/complete`: from the values that a binding or a schema names, else by the Function's `complete`. */
export function complete(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  params: Params | undefined = {},
): RpcAnswer | Promise<RpcAnswer> {
  const target = { kind: "completion", uri: null } as const;
  const reject = (call: Pick<RejectedCall, "called" | "bindingId">, refused: Rejection) =>
    rejectCall(request, id, { ...call, target }, refused);
  const completed = findCompleted(request, params["ref"]);
  if ("rpcCode" in completed) return reject({ called: null, bindingId: null }, completed);
  const { called, binding, arguments: known } = completed;
  const asked = askedOf(params);
  if (typeof asked === "string") return reject({ called, bindingId: binding.bindingId }, invalid(asked));
  const argument = known.find(({ name }) => name === asked.name);
  if (argument === undefined)
    return reject({ called, bindingId: binding.bindingId }, invalid("argument.name is not known there"));
  const offered = offeredValues(argument, called?.artifact.inputSchema ?? null);
  if (offered !== null) return answerOf(request, revision, id, fittingValues(offered, asked.value));
  if (called?.artifact.completes !== true) return answerOf(request, revision, id, []);
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  return askFunction(request, revision, id, { completed, asked, meta });
}

/** Whether completion offers anything for an argument of this prompt or template. */
export const offersValues = (one: CompiledPrompt | CompiledResource): boolean => {
  const { called, arguments: known } = "template" in one ? ofTemplate(one) : one;
  if (known.length === 0) return false;
  const schema = called?.artifact.inputSchema ?? null;
  return called?.artifact.completes === true || known.some((argument) => offeredValues(argument, schema) !== null);
};
