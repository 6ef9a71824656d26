import { changedResource, mostUriChars } from "@ferrule/contract/internal/changes.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import type { HostCall } from "./host-call.ts";

/** `ctx.mcp.changed`: tells the listeners of the call's Project, environment and tenant that a resource has changed. */
export const createMcpCalls = (ask: AskControlPlane): Record<string, HostCall> => ({
  "mcp.changed": async (argument, _bytes, context) => {
    const given = changedResource.safeParse(argument);
    if (!given.success) {
      const message = `A resource's URI has a scheme and at most ${mostUriChars} characters, such as orders://42.`;
      throw new HostCallError("VALIDATION_ERROR", message);
    }
    context.touch();
    await ask("mcp.changed", given.data, context);
    return {};
  },
});
