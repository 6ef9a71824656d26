import { callableBy } from "../../tokens/refused-target.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Feature } from "../transport/method.ts";
import { complete, offersValues } from "./complete.ts";

/** Whether completion offers this caller anything. */
function hasCompletion({ table, authenticated }: McpRequest): boolean {
  const { prompts, resources } = table;
  const known = callableBy(authenticated, [...prompts.all, ...resources.templates], ({ target }) => target);
  return known.some(offersValues);
}

/** `completion/complete`. Revision 2024-11-05 has the method, and no capability for it. */
export const completion: Feature = {
  methods: {
    "completion/complete": {
      isIn: () => true,
      handle: (request, ...rest) => (hasCompletion(request) ? complete(request, ...rest) : undefined),
    },
  },
  declare(capabilities, request, revision) {
    if (revision !== "2024-11-05" && hasCompletion(request)) capabilities["completions"] = {};
  },
};
