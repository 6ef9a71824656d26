import { z } from "zod";
import { operation } from "./operation.ts";
import {
  cronBinding,
  cronBindingPreview,
  cronRun,
  draftedCronBinding,
  newCronBinding,
  patchedCronBinding,
} from "../resources/cron-binding.ts";
import { environment, listOf, page, pathId, searched, sortedBy } from "../resources/fields.ts";
import { cronRunStatuses } from "../states.ts";

const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Cron bindings", scope: "project" } as const;

/** Functions that run on a schedule; live without a deployment. */
export const cronBindingOperations = {
  listCronBindings: operation({
    ...shared,
    method: "GET",
    path: "/api/cron-bindings",
    summary: "List cron bindings",
    description: "Each with its next five occurrences and its last run.",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      sort: sortedBy("name", "updatedAt"),
      environment: environment.optional(),
      functionId: pathId.optional(),
    }),
    response: listOf(cronBinding),
  }),
  createCronBinding: operation({
    ...shared,
    method: "POST",
    path: "/api/cron-bindings",
    summary: "Run what is deployed of a Function on a schedule",
    roles: authors,
    body: newCronBinding,
    response: cronBinding,
    status: 201,
    errors: ["NOT_FOUND"],
    audit: "cron-binding.create",
    whenManaged: "refused",
    idempotent: true,
  }),
  previewCronBinding: operation({
    ...shared,
    method: "POST",
    path: "/api/cron-bindings/preview",
    summary: "Preview when a cron binding would run",
    description: "And what its Function has against its input. Nothing is saved.",
    roles: authors,
    body: draftedCronBinding,
    response: cronBindingPreview,
    errors: ["NOT_FOUND"],
    audit: null,
    reads: true,
  }),
  getCronBinding: operation({
    ...shared,
    method: "GET",
    path: "/api/cron-bindings/:cronBindingId",
    summary: "One cron binding",
    roles: "any",
    response: cronBinding,
  }),
  updateCronBinding: operation({
    ...shared,
    method: "PATCH",
    path: "/api/cron-bindings/:cronBindingId",
    summary: "Merge into a cron binding; live at once",
    roles: authors,
    body: patchedCronBinding,
    response: cronBinding,
    audit: "cron-binding.update",
    whenManaged: "refused",
    ifMatch: true,
  }),
  deleteCronBinding: operation({
    ...shared,
    method: "DELETE",
    path: "/api/cron-bindings/:cronBindingId",
    summary: "Delete a cron binding with its runs; their executions stay",
    roles: authors,
    response: null,
    audit: "cron-binding.delete",
    whenManaged: "refused",
    ifMatch: true,
  }),
  runCronBinding: operation({
    ...shared,
    method: "POST",
    path: "/api/cron-bindings/:cronBindingId/run",
    summary: "Run it now, as its overlap policy allows",
    description: "Also while it is disabled.",
    roles: ["owner", "admin", "operator"],
    response: cronRun,
    status: 202,
    audit: "cron-binding.run",
    whenManaged: "allowed",
  }),
  listCronRuns: operation({
    ...shared,
    method: "GET",
    path: "/api/cron-bindings/:cronBindingId/runs",
    summary: "Its runs, the latest occurrence first",
    roles: "any",
    query: z.strictObject({ ...page, status: z.enum(cronRunStatuses).optional() }),
    response: listOf(cronRun),
  }),
};
