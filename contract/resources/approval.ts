import { z } from "zod";
import { caller } from "../internal/execution.ts";
import { approvalStatuses, environments, roles } from "../states.ts";
import { givenLine, givenSchema, givenText, id, owned, time } from "./fields.ts";

/** Who may approve: anybody whom one of these names. */
const approvers = z.strictObject({
  roles: z.array(z.enum(roles)).max(4).default([]),
  /** E-mail addresses of people who sign in here. */
  people: z.array(givenLine(254, 3)).max(50).default([]),
  /** Groups of the company's sign-in, by their display names. */
  groups: z.array(givenLine(300, 1)).max(50).default([]),
  /** The person for whom the call was made, not the agent: whoever signs in with the e-mail address of the caller. */
  caller: z.boolean().default(false),
});

const approvalTerms = {
  by: approvers,
  /** How many people must approve. */
  people: z.number().int().min(1).max(5).default(1),
  /** Whether the person who asked may not approve. */
  notAsker: z.boolean().default(true),
  /** It counts as rejected after this time. */
  expiresSeconds: z
    .number()
    .int()
    .min(60)
    .max(30 * 86_400)
    .default(86_400),
};

/** A rule of a policy: calls of these tools or routes wait until a person approves. */
export const approvalRule = z.strictObject({
  /** Tool names, `resource:NAME`, `prompt:NAME`, or routes like `POST /refunds`; `*` is all of them. */
  names: z.array(givenLine(320, 1)).min(1).max(200),
  /** A JSON Schema: only arguments that match it need approval; null: every call does. */
  when: givenSchema
    .refine((value) => JSON.stringify(value).length <= 16_384, "must be at most 16 KiB")
    .nullable()
    .default(null),
  ...approvalTerms,
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** The rules of one policy. A call needs the approval of the first rule that matches it. */
export const approvalRules = z.array(approvalRule).max(20);

/** What is asked, as a worker or a Function (`ctx.approve`) asks it. */
export const approvalRequest = z.strictObject({
  title: givenLine(200, 1),
  /** Sentences for the person who decides. */
  summary: givenText(4_000).default(""),
  /** What will be done, as JSON text, masked. */
  details: z.string().max(16_384),
  /** SHA-256 (hex) of the unmasked arguments (canonical JSON), the Function and the deployment. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  ...approvalTerms,
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

export const approvalDecision = z.object({
  by: z.object({ id: id("usr"), email: z.string() }),
  decision: z.enum(["approved", "rejected"]),
  reason: z.string(),
  at: time,
});

/** A question that a run waits for. */
export const approval = z.object({
  ...owned("apr"),
  environment: z.enum(environments),
  runId: id("run"),
  /** The step of the run; null: the call itself waits. */
  stepKey: z.string().nullable(),
  functionId: id("fn"),
  functionName: z.string(),
  /** The tool or route that was called; null for a run that came through none. */
  called: z.string().nullable(),
  deploymentId: z.string().nullable(),
  tenantId: z.string(),
  askedBy: caller,
  title: z.string(),
  summary: z.string(),
  /** Masked. */
  details: z.unknown(),
  /** The details of the last approved one like it: of the same Function, tool or route, and step; null: it is the first. */
  lastLike: z.object({ id: id("apr"), details: z.unknown(), at: time }).nullable(),
  digest: z.string(),
  by: approvers,
  people: z.number().int(),
  notAsker: z.boolean(),
  status: z.enum(approvalStatuses),
  decisions: z.array(approvalDecision),
  expiresAt: time,
  finishedAt: time.nullable(),
  /** The question that the run asks instead, if it withdrew this one; null otherwise. */
  replacedBy: id("apr").nullable(),
  /** Whether the person who reads this may decide now; if not, why. */
  mayDecide: z.boolean(),
  mayNotBecause: z.string().nullable(),
});
export type Approval = z.infer<typeof approval>;
