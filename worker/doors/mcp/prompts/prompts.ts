import type { CompiledPrompt } from "../../../deployed/endpoints/bindings/prompt-table.ts";
import { modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { callableBy, mayCallAny } from "../../tokens/refused-target.ts";
import { invalidParams } from "../transport/invalid.ts";
import { resultAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Feature } from "../transport/method.ts";
import { pageOf } from "../transport/page.ts";
import { getPrompt } from "./get-prompt.ts";

const targetOf = ({ target }: CompiledPrompt) => target;

/** Whether there is any prompt that this caller may know of. */
export const hasPrompts = ({ table, authenticated }: McpRequest): boolean =>
  mayCallAny(authenticated, table.prompts.all, targetOf);

/** `prompts/list` and `prompts/get`. */
export const prompts: Feature = {
  methods: {
    "prompts/list": {
      isIn: () => true,
      handle(request, revision, id, params) {
        if (!hasPrompts(request)) return undefined;
        const { table, authenticated } = request;
        const listing = {
          member: "prompts",
          all: callableBy(authenticated, table.prompts.all, targetOf),
          nameOf: ({ binding }: CompiledPrompt) => binding.name,
          entryOf: ({ listed }: CompiledPrompt) => listed(revision),
        };
        const page = pageOf(table, revision, listing, params?.["cursor"] ?? undefined);
        return page === null ? invalidParams(request, id, "the cursor is not known here") : resultAnswer(id, page);
      },
    },
    "prompts/get": {
      isIn: () => true,
      mirrored: "name",
      handle: (request, ...rest) => (hasPrompts(request) ? getPrompt(request, ...rest) : undefined),
    },
  },
  declare(capabilities, request) {
    if (hasPrompts(request)) capabilities["prompts"] = {};
  },
  list: {
    kind: "prompts",
    entries: ({ table, caller }) =>
      callableBy(caller, table.prompts.all, targetOf).map(({ listed }) => listed(modernRevision)),
  },
};
