import { z } from "zod";
import { agentScopes, confirmers } from "../states.ts";
import { id, time } from "./fields.ts";

const settings = {
  /** Whether agents may work on the Project there. */
  enabled: z.boolean(),
  /** Who may confirm what an agent asks for: anyone with the role, or only others than the person behind the agent. */
  confirmedBy: z.enum(confirmers),
};

/** The management MCP server (`/mcp/ferrule`) as one Project offers it. */
export const managementServer = z.object({
  projectId: id("prj"),
  ...settings,
  /** Its address, the same for every Project: the caller's token says which Project is meant. */
  url: z.string(),
  /** Null: nobody has changed it yet. */
  updatedAt: time.nullable(),
  revision: z.number().int(),
  /** What the caller may do there: the scopes of its token. A session and a token without scopes have all of them. */
  scopes: z.array(z.enum(agentScopes)),
});
export type ManagementServer = z.infer<typeof managementServer>;

/** Omitted fields stay unchanged. */
export const changedManagementServer = z.strictObject(settings).partial();
