import { operation } from "./operation.ts";
import { status } from "../resources/status.ts";

/** The state of the installation. */
export const statusOperations = {
  getStatus: operation({
    method: "GET",
    path: "/api/status",
    summary: "Get the state of the installation",
    description: "Roles and their versions, queues, the database, and the latest errors.",
    tag: "Status",
    scope: "installation",
    roles: ["owner", "admin"],
    response: status,
  }),
};
