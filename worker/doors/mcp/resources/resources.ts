import type { CompiledResource } from "../../../deployed/endpoints/bindings/resource-table.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { callableBy, mayCallAny } from "../../tokens/refused-target.ts";
import { invalidParams } from "../transport/invalid.ts";
import { resultAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Feature, Method, Params } from "../transport/method.ts";
import { pageOf } from "../transport/page.ts";
import { readResource } from "./read-resource.ts";
import { refusedResource } from "./refused-resource.ts";

const targetOf = ({ target }: CompiledResource) => target;

/** Whether there is any resource or template that this caller may know of. */
export const hasResources = ({ table, authenticated }: McpRequest): boolean =>
  mayCallAny(authenticated, table.resources.all, targetOf);

/** Answers a list of resources or templates. */
function list(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  params: Params | undefined,
  { member, all }: { member: string; all: readonly CompiledResource[] },
): RpcAnswer {
  const listing = {
    member,
    all: callableBy(request.authenticated, all, targetOf),
    nameOf: ({ binding }: CompiledResource) => binding.name,
    entryOf: ({ listed }: CompiledResource) => listed(revision),
  };
  const page = pageOf(request.table, revision, listing, params?.["cursor"] ?? undefined);
  return page === null ? invalidParams(request, id, "the cursor is not known here") : resultAnswer(id, page);
}

const method = (handle: Method["handle"], mirrored?: Method["mirrored"]): Method => ({
  isIn: () => true,
  ...(mirrored === undefined ? {} : { mirrored }),
  handle: (request, ...rest) => (hasResources(request) ? handle(request, ...rest) : undefined),
});

/** `resources/list`, `resources/templates/list` and `resources/read`. */
export const resources: Feature = {
  methods: {
    "resources/list": method((request, revision, id, params) =>
      list(request, revision, id, params, { member: "resources", all: request.table.resources.fixed }),
    ),
    "resources/templates/list": method((request, revision, id, params) =>
      list(request, revision, id, params, { member: "resourceTemplates", all: request.table.resources.templates }),
    ),
    "resources/read": method(readResource, "uri"),
  },
  declare(capabilities, request) {
    if (hasResources(request)) capabilities["resources"] = {};
  },
  list: {
    kind: "resources",
    entries: ({ table, caller }) =>
      callableBy(caller, table.resources.all, targetOf).map(({ listed }) => listed(modernRevision)),
  },
  versionOf({ table, endpoint, caller }, uri) {
    const resource = table.resources.find(uri)?.resource;
    if (resource === undefined || refusedResource(endpoint, caller, resource) !== null) return null;
    return resource.kept?.digest ?? "made";
  },
};
