import { z } from "zod";
import { operation } from "./operation.ts";
import { approval, approvalDecision } from "../resources/approval.ts";
import { environment, givenText, listOf, page, pathId, text } from "../resources/fields.ts";
import { approvalStatuses } from "../states.ts";

const shared = { tag: "Approvals", scope: "project", whenManaged: "allowed" } as const;

/** Questions to people that runs wait for. */
export const approvalOperations = {
  listApprovals: operation({
    ...shared,
    method: "GET",
    path: "/api/approvals",
    summary: "List approvals, the latest first",
    roles: "any",
    query: z.strictObject({
      ...page,
      environment: environment.optional(),
      status: z.enum(approvalStatuses).optional(),
      runId: pathId.optional(),
      /** Only those that the person who asks may decide. */
      mine: z.literal("true").optional(),
    }),
    response: listOf(approval),
  }),
  getApproval: operation({
    ...shared,
    method: "GET",
    path: "/api/approvals/:approvalId",
    summary: "Get one approval",
    description: "What will be done, who asked, and who may decide.",
    roles: "any",
    response: approval,
  }),
  decideApproval: operation({
    ...shared,
    method: "POST",
    path: "/api/approvals/:approvalId/decision",
    summary: "Approve or reject what a run waits for",
    description: "Only the people whom its rule names may.",
    roles: "any",
    body: z.strictObject({
      decision: approvalDecision.shape.decision,
      reason: givenText(1_000).default(""),
      /** The digest of what the person saw; another one is refused. */
      digest: approval.shape.digest,
    }),
    response: approval,
    errors: ["INVALID_STATE"],
    audit: "approval.decide",
    /** A person decides, and not a program that has a token of theirs. */
    tokens: false,
  }),
  createApprovalLink: operation({
    ...shared,
    method: "POST",
    path: "/api/approvals/:approvalId/link",
    summary: "Make a signed address of the approval's page",
    description: "For the people whom its rule names. It expires with the approval.",
    roles: "any",
    response: z.object({ url: z.string() }),
    errors: ["INVALID_STATE"],
    audit: "approval.link",
  }),
  openApprovalLink: operation({
    tag: "Approvals",
    scope: "installation",
    method: "POST",
    path: "/api/approval-links",
    summary: "Get the approval of a signed address",
    description: "Whichever Project is selected. It changes nothing.",
    roles: "any",
    body: z.strictObject({ token: text(1_000, 1) }),
    response: approval,
    errors: ["NOT_FOUND"],
    audit: null,
    reads: true,
    transaction: "handler",
  }),
};
