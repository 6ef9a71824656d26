import { isDeepStrictEqual } from "node:util";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { CallFailure } from "../../../calls/admission/call-failure.ts";
import { recordKept } from "../calling/record-kept.ts";
import { acceptInTurn } from "../calling/accept-in-turn.ts";
import { failedCall } from "../calling/protocol-failure.ts";
import { rejectCall, type RejectedCall, type Rejection } from "../calling/reject-call.ts";
import { refuseRun } from "../calling/refuse-run.ts";
import { runForClient } from "../calling/run-for-client.ts";
import { describeIssues } from "../calling/describe-issues.ts";
import { listTtlMs } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { typeOfContent, type CompiledResource } from "../../../deployed/endpoints/bindings/resource-table.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { TemplateValues } from "../../../deployed/endpoints/bindings/match-template.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { cachedResultJson } from "../transport/result.ts";
import { keptMember } from "./kept-member.ts";
import { outputContents } from "./output-contents.ts";
import { refusedResource } from "./refused-resource.ts";
import { requestedUriProblem } from "./requested-uri.ts";

/** A request that asks for one resource. */
interface Reading {
  request: McpRequest;
  revision: Revision;
  id: IdText;
  uri: string;
  params: Params;
}

const invalidParams = { rpcCode: rpcErrors.invalidParams, status: 200, code: "INPUT_INVALID" };

/** The error's code for a resource that does not exist has changed (MCP 2026-07-28, Resources, "Error Handling"). */
const notFound = (revision: Revision, uri: string): Rejection => ({
  rpcCode: revision === modernRevision ? rpcErrors.invalidParams : rpcErrors.resourceNotFound,
  status: 200,
  code: "NOT_FOUND",
  message: "Resource not found",
  data: { uri },
});

const callOf = (resource: CompiledResource | undefined, uri: unknown): RejectedCall => ({
  called: resource?.called ?? null,
  bindingId: resource?.binding.bindingId ?? null,
  input: {},
  target: { kind: "resource", uri: typeof uri === "string" ? uri : null },
});

/** The call of a template's Function. Its record shows no URI if the URI holds a value that the schema hides. */
function callWith(resource: CompiledResource, uri: string, values: TemplateValues): RejectedCall {
  const input = { ...values };
  const hidden = resource.called?.hideInput?.(input);
  const shown = hidden === undefined || isDeepStrictEqual(hidden, input) ? uri : null;
  return { ...callOf(resource, shown), input };
}

/** The answer for a resource that does not exist. Its call is recorded. */
function absent({ exchange }: McpRequest, revision: Revision, id: IdText, uri: string): RpcAnswer {
  const { code, data, ...error } = notFound(revision, uri);
  return errorAnswer(id, { ...error, data: { code, requestId: exchange.requestId, ...data } });
}

/** Whether the Function itself says so, and not the platform about something that the Function needs. */
const isOwnNotFound = ({ code, isGeneric }: CallFailure) => code === "NOT_FOUND" && isGeneric !== true;

function readKept({ request, revision, id, uri }: Reading, resource: CompiledResource): RpcAnswer | Promise<RpcAnswer> {
  const { kept, binding } = resource;
  const answer = (member: string): RpcAnswer => {
    recordKept(request, callOf(resource, uri), { digest: kept!.digest, size: kept!.size });
    const type = `"mimeType":${JSON.stringify(typeOfContent(binding))}`;
    const contents = `"contents":[{"uri":${JSON.stringify(uri)},${type},${member}}]`;
    return resultAnswer(id, cachedResultJson(request.table, revision, contents, listTtlMs));
  };
  const member = keptMember(kept!);
  return typeof member === "string" ? answer(member) : member.then(answer);
}

/** Runs the Function of a resource. Its input is the values of the template. */
async function readFromFunction(
  { request, revision, id, uri, params }: Reading,
  resource: CompiledResource,
  values: TemplateValues,
): Promise<RpcAnswer> {
  const { binding, target } = resource;
  const called = resource.called!;
  const call = callWith(resource, uri, values);
  const accepted = acceptInTurn(request, called, call.input);
  const { input, issues } = accepted instanceof Promise ? await accepted : accepted;
  if (issues !== null) {
    const message = describeIssues("The URI does not fit the resource's schema", issues);
    return rejectCall(request, id, call, { ...invalidParams, message, data: { issues } });
  }
  const refused = refuseRun(request, id, call, { called, target, input, what: "A resource" });
  if (refused !== null) return refused;
  const form = outputContents(uri, typeOfContent(binding));
  const { end, send } = await runForClient(request, {
    called,
    bindingId: binding.bindingId,
    input,
    form,
    target: call.target,
    uri,
    revision,
    meta: isObject(params["_meta"]) ? params["_meta"] : {},
    span: { method: "resources/read", target: binding.name, attributes: { "mcp.resource.uri": binding.uri } },
    whenClientLeaves: binding.whenClientLeaves,
    onlyReads: true,
    asking: { id, params },
  });
  const isAbsent = end.kind === "returned" ? form.contents === null : end.kind === "failed" && isOwnNotFound(end);
  if (isAbsent) return send(absent(request, revision, id, uri));
  if (end.kind !== "returned") return send(failedCall(request, revision, id, end));
  const fields = `"contents":${JSON.stringify(form.contents)}`;
  return send(resultAnswer(id, cachedResultJson(request.table, revision, fields, 0)));
}

/** Handles `resources/read` in this order: URI, resource, rights, input, slot, Function, form of the contents. */
export function readResource(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  params: Params | undefined,
): RpcAnswer | Promise<RpcAnswer> {
  const { table, authenticated, admitted } = request;
  const uri = params?.["uri"];
  const problem = requestedUriProblem(uri);
  if (problem !== null || typeof uri !== "string")
    return rejectCall(request, id, callOf(undefined, uri), { ...invalidParams, message: `Invalid params: ${problem}` });
  const found = table.resources.find(uri);
  const refused = found === undefined ? "unknown" : refusedResource(admitted.endpoint, authenticated, found.resource);
  if (found === undefined || refused === "unknown")
    return rejectCall(request, id, callOf(undefined, uri), notFound(revision, uri));
  const { resource, values } = found;
  if (refused !== null)
    return rejectCall(request, id, callOf(resource, uri), { ...refused, rpcCode: rpcErrors.invalidRequest });
  const reading = { request, revision, id, uri, params: params ?? {} };
  return resource.kept === null ? readFromFunction(reading, resource, values) : readKept(reading, resource);
}
