import { z } from "zod";
import { roles } from "../states.ts";
import { givenLine, givenName, id, name, owned, slug, time } from "./fields.ts";
import { issuer } from "./identity-provider.ts";

/**
 * Claims that identify the owner of a pipeline. A rule without one of them would accept every pipeline of a public
 * forge.
 */
export const identifyingClaims = ["repository", "repository_id", "project_path", "project_id", "sub"] as const;

const claims = z
  .record(z.string().min(1).max(100), givenLine(500, 1))
  .refine((given) => Object.keys(given).length <= 20, "must name at most 20 claims")
  .refine(
    (given) => identifyingClaims.some((claim) => given[claim] !== undefined && !given[claim].includes("*")),
    `must name one of ${identifyingClaims.join(", ")}, without *`,
  );

/** Lets pipelines with certain claims act in the Project, without a stored token. */
export const newPipelineRule = z.strictObject({
  name: givenName,
  /** The issuer of the pipelines' ID tokens, such as `https://token.actions.githubusercontent.com`. */
  issuer,
  /** The audience of the ID token. Default: the address of this installation. */
  audience: givenLine(500, 1).optional(),
  /** Each claim must have this value. `*` matches any characters: `{ "ref": "refs/heads/release-*" }`. */
  claims,
  /** The pipeline's highest role. It can never do more than the rule's author. */
  role: z.enum(roles),
  /** The lifetime of a token, in seconds. */
  lifetimeSeconds: z.number().int().min(60).max(3_600).default(900),
});
export type NewPipelineRule = z.infer<typeof newPipelineRule>;

export const pipelineRule = z.object({
  ...owned("plr"),
  name,
  issuer: z.string(),
  audience: z.string(),
  claims: z.record(z.string(), z.string()),
  role: z.enum(roles),
  lifetimeSeconds: z.number().int(),
  /** The user for whom its pipelines act. */
  user: z.object({ id: id("usr"), email: z.string() }),
  lastUsedAt: time.nullable(),
});

export const newPipelineToken = z.strictObject({
  /** The slug of the Project. */
  project: slug,
  /** The forge's ID token for the job (a JWT). */
  token: z.string().min(1).max(16_384),
});

export const pipelineToken = z.object({
  /** An API token. Only this response contains it. */
  value: z.string(),
  expiresAt: time,
  role: z.enum(roles),
  projectId: id("prj"),
  /** The name of the rule that accepted the ID token. */
  rule: z.string(),
});
