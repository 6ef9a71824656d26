import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { CompiledPrompt } from "../../../deployed/endpoints/bindings/prompt-table.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { refusedTarget } from "../../tokens/refused-target.ts";
import { acceptInTurn } from "../calling/accept-in-turn.ts";
import { describeIssues } from "../calling/describe-issues.ts";
import { failedCall } from "../calling/protocol-failure.ts";
import { recordKept } from "../calling/record-kept.ts";
import { refuseRun } from "../calling/refuse-run.ts";
import { rejectCall, type RejectedCall, type Rejection } from "../calling/reject-call.ts";
import { runForClient } from "../calling/run-for-client.ts";
import { resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { resultJson } from "../transport/result.ts";
import { fillMessages } from "./fill-messages.ts";
import { givenArguments } from "./given-arguments.ts";
import { outputMessages, type OutputMessages } from "./output-messages.ts";

const invalidParams = { rpcCode: rpcErrors.invalidParams, status: 200 };
const promptName = /^[A-Za-z0-9_.-]{1,64}$/;

/** A request for one prompt. */
interface Getting {
  request: McpRequest;
  revision: Revision;
  id: IdText;
  prompt: CompiledPrompt;
  call: RejectedCall;
}

const callOf = (prompt: CompiledPrompt | undefined, input: unknown): RejectedCall => ({
  called: prompt?.called ?? null,
  bindingId: prompt?.binding.bindingId ?? null,
  input,
  target: { kind: "prompt", uri: null },
});

/** The prompt that a request names, if this caller may use it. */
export function findPrompt({ table, admitted, authenticated }: McpRequest, name: unknown): CompiledPrompt | Rejection {
  if (typeof name !== "string")
    return { ...invalidParams, code: "INPUT_INVALID", message: "Invalid params: name is missing" };
  const prompt = table.prompts.byName.get(name);
  const refused =
    prompt === undefined
      ? "unknown"
      : refusedTarget(admitted.endpoint, authenticated, {
          name: prompt.target,
          scope: prompt.binding.scope ?? undefined,
        });
  if (prompt === undefined || refused === "unknown") {
    const message = promptName.test(name) ? `Unknown prompt: ${name}` : "Unknown prompt";
    return { ...invalidParams, code: "NOT_FOUND", message };
  }
  return refused === null ? prompt : { ...refused, rpcCode: rpcErrors.invalidRequest };
}

function answerOf({ request, revision, id, prompt }: Getting, { description, messages }: OutputMessages["prompt"]) {
  const said = description ?? prompt.binding.description;
  const described = said === "" ? "" : `"description":${JSON.stringify(said)},`;
  return resultAnswer(id, resultJson(request.table, revision, `${described}"messages":${JSON.stringify(messages)}`));
}

function refuseArguments({ request, id, call }: Getting, issues: Issue[]): RpcAnswer {
  const message = describeIssues("The arguments do not match the prompt", issues);
  return rejectCall(request, id, call, { ...invalidParams, code: "INPUT_INVALID", message, data: { issues } });
}

function getKept(getting: Getting, texts: Record<string, string>): RpcAnswer {
  const { request, prompt, call } = getting;
  const messages = fillMessages(prompt.binding.messages ?? [], texts);
  if (messages === null) return refuseArguments(getting, [{ path: "", message: "are too long for this prompt" }]);
  recordKept(request, call, { messages: messages.length });
  return answerOf(getting, { description: null, messages });
}

async function getFromFunction(
  getting: Getting,
  texts: Record<string, string>,
  params: Params | undefined,
): Promise<RpcAnswer> {
  const { request, revision, id, prompt, call } = getting;
  const { binding, target } = prompt;
  const called = prompt.called!;
  const accepted = acceptInTurn(request, called, texts);
  const { input, issues } = accepted instanceof Promise ? await accepted : accepted;
  if (issues !== null) return refuseArguments(getting, issues);
  const refused = refuseRun(request, id, call, { called, target, input, what: "A prompt" });
  if (refused !== null) return refused;
  const form = outputMessages();
  const { end, send } = await runForClient(request, {
    called,
    bindingId: binding.bindingId,
    input,
    sent: texts,
    form,
    target: call.target,
    revision,
    meta: isObject(params?.["_meta"]) ? params["_meta"] : {},
    span: { method: "prompts/get", target: binding.name, attributes: { "gen_ai.prompt.name": binding.name } },
    whenClientLeaves: binding.whenClientLeaves,
    onlyReads: true,
    asking: { id, params },
  });
  return send(end.kind === "returned" ? answerOf(getting, form.prompt) : failedCall(request, revision, id, end));
}

/** Handles `prompts/get` in this order: prompt, rights, arguments, slot, Function, form of the messages. */
export function getPrompt(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  params: Params | undefined,
): RpcAnswer | Promise<RpcAnswer> {
  const given = params?.["arguments"] ?? {};
  const prompt = findPrompt(request, params?.["name"]);
  if ("rpcCode" in prompt) return rejectCall(request, id, callOf(undefined, given), prompt);
  const getting = { request, revision, id, prompt, call: callOf(prompt, given) };
  const checked = givenArguments(prompt, given);
  if ("issues" in checked) return refuseArguments(getting, checked.issues);
  if (prompt.called === null) return getKept(getting, checked.texts);
  return getFromFunction(getting, checked.texts, params);
}
