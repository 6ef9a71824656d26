import { operation } from "./operation.ts";
import { confirmation, confirmationDecision } from "../resources/confirmation.ts";
import { changedManagementServer, managementServer } from "../resources/management-server.ts";

const shared = { tag: "Management server", scope: "project", whenManaged: "allowed" } as const;

/** The management MCP server of a Project, and what people confirm for the agents that use it. */
export const managementServerOperations = {
  getManagementServer: operation({
    ...shared,
    method: "GET",
    path: "/api/management-server",
    summary: "Get whether agents may work on the Project over MCP",
    description: "And what the caller may do there.",
    roles: "any",
    response: managementServer,
  }),
  updateManagementServer: operation({
    ...shared,
    method: "PATCH",
    path: "/api/management-server",
    summary: "Let agents work on the Project over MCP, or stop them",
    description: "Live at once.",
    roles: ["owner"],
    body: changedManagementServer,
    response: managementServer,
    audit: "management-server.update",
    ifMatch: true,
    tokens: false,
  }),
  getConfirmation: operation({
    ...shared,
    scope: "installation",
    method: "GET",
    path: "/api/confirmations/:confirmationId",
    summary: "Get what an agent asked for, and what would happen",
    description: "Whichever Project is selected.",
    roles: "any",
    response: confirmation,
    tokens: false,
  }),
  decideConfirmation: operation({
    ...shared,
    scope: "installation",
    method: "POST",
    path: "/api/confirmations/:confirmationId/decision",
    summary: "Confirm or decline what an agent asked for",
    description: "Once it is confirmed, the agent may do exactly this, once.",
    roles: "any",
    body: confirmationDecision,
    response: confirmation,
    errors: ["INVALID_STATE"],
    audit: "confirmation.decide",
    tokens: false,
  }),
};
