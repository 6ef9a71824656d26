import { z } from "zod";
import { operation } from "./operation.ts";
import { erasedSubject, erasure, erasurePreview, givenErasure } from "../resources/erasure.ts";
import { listOf, page } from "../resources/fields.ts";

const shared = { tag: "Erasures", scope: "project", whenManaged: "allowed", roles: ["owner"] } as const;

/**
 * Erasing the data that Ferrule keeps about a tenant or a caller, in both environments of a Project
 * (docs/operating.md).
 */
export const erasureOperations = {
  listErasures: operation({
    ...shared,
    method: "GET",
    path: "/api/erasures",
    summary: "List erasures with their progress",
    query: z.strictObject(page),
    response: listOf(erasure),
  }),
  previewErasure: operation({
    ...shared,
    method: "POST",
    path: "/api/erasures/preview",
    summary: "Count what an erasure would reach",
    description: "Up to 100,000 of each kind. Nothing is changed.",
    body: erasedSubject,
    response: erasurePreview,
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  createErasure: operation({
    ...shared,
    method: "POST",
    path: "/api/erasures",
    summary: "Erase everything of a tenant or a caller",
    description: "Keys, crons and consents end at once.",
    body: givenErasure,
    alone: true,
    response: erasure,
    status: 202,
    audit: "erasure.create",
  }),
};
