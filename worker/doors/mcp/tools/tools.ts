import type { Feature } from "../transport/method.ts";
import { resultAnswer } from "../transport/json-rpc.ts";
import { invalidParams } from "../transport/invalid.ts";
import { mayCallAny } from "../../tokens/refused-target.ts";
import { callTool } from "./call-tool.ts";
import { listedTools, listTools } from "./list-tools.ts";

/** `tools/list` and `tools/call`. */
export const tools: Feature = {
  methods: {
    "tools/list": {
      isIn: () => true,
      handle(request, revision, id, params) {
        const { table, admitted, authenticated } = request;
        const view = { table, endpoint: admitted.endpoint, caller: authenticated };
        const list = listTools(view, revision, params?.["cursor"] ?? undefined);
        return list === null ? invalidParams(request, id, "the cursor is not known here") : resultAnswer(id, list);
      },
    },
    "tools/call": { isIn: () => true, mirrored: "name", readsNumbers: true, handle: callTool },
  },
  declare(capabilities, { table, authenticated }) {
    const hasTools = mayCallAny(authenticated, table.sorted, ({ binding }) => binding.toolName);
    // An endpoint without anything is one whose list of tools is empty.
    if (hasTools || (table.resources.all.length === 0 && table.prompts.all.length === 0)) capabilities["tools"] = {};
  },
  list: { kind: "tools", entries: listedTools },
};
