import { z } from "zod";
import { roles } from "../states.ts";
import { givenLine, givenName, id, name, owned, slug, time } from "./fields.ts";
import { issuer } from "./identity-provider.ts";

/** Claims that say whose pipeline it is. A rule without one of them would accept every pipeline of a public forge. */
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
  /** Who signs the pipelines' ID tokens, such as `https://token.actions.githubusercontent.com`. */
  issuer,
  /** The audience that the ID token must have. Left out: the address of this installation. */
  audience: givenLine(500, 1).optional(),
  /** Each claim must have this value. `*` stands for any characters: `{ "ref": "refs/heads/release-*" }`. */
  claims,
  /** What the pipeline may do at most. It can never do more than the user who made the rule. */
  role: z.enum(roles),
  /** How long a token lives, in seconds. */
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
  /** For whom its pipelines act. */
  user: z.object({ id: id("usr"), email: z.string() }),
  lastUsedAt: time.nullable(),
});

export const newPipelineToken = z.strictObject({
  /** The slug of the Project. */
  project: slug,
  /** The ID token that the forge gave the job (a JWT). */
  token: z.string().min(1).max(16_384),
});

export const pipelineToken = z.object({
  /** An API token. Only this answer contains it. */
  value: z.string(),
  expiresAt: time,
  role: z.enum(roles),
  projectId: id("prj"),
  /** The name of the rule that accepted the ID token. */
  rule: z.string(),
});
