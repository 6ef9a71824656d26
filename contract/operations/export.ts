import { operation } from "./operation.ts";
import { changedExport, exportResource, exportTest } from "../resources/export.ts";

const shared = { tag: "Export", scope: "installation", tokens: false } as const;
const readers = ["owner", "admin"] as const;
const owners = ["owner"] as const;

/** Audit events and executions for the company's own receiver. */
export const exportOperations = {
  getExport: operation({
    ...shared,
    method: "GET",
    path: "/api/export",
    summary: "The continuous export and its progress",
    roles: readers,
    response: exportResource,
  }),
  updateExport: operation({
    ...shared,
    method: "PATCH",
    path: "/api/export",
    summary: "Set up, pause or resume the export",
    description: "What is switched on begins with what is recorded from then on.",
    roles: owners,
    body: changedExport,
    response: exportResource,
    errors: ["INVALID_STATE"],
    audit: "export.update",
    ifMatch: true,
  }),
  testExport: operation({
    ...shared,
    method: "POST",
    path: "/api/export/test",
    summary: "Send the receiver a batch with one line as a test",
    roles: owners,
    response: exportTest,
    errors: ["INVALID_STATE"],
    audit: null,
    reads: true,
    transaction: "handler",
  }),
};
