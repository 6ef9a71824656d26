import { z } from "zod";
import { permissionKindNames } from "../permissions/permission-kinds.ts";
import { logEntry } from "../internal/execution.ts";
import { deploymentActions, deploymentKinds, deploymentStatuses, endpointKinds, environments } from "../states.ts";
import { commit } from "./commit.ts";
import { givenText, id, owned, pathId, time } from "./fields.ts";

export const deploymentChange = z.object({
  kind: z.enum(["function", "endpoint", "mcp-binding", "http-binding", "library", "collection"]),
  /** Of the Function, endpoint, binding or collection, or a Library's name. */
  id: z.string(),
  name: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** What differs of something changed, by the names that its resource gives it; `code` is what its source builds to. */
  fields: z.array(z.string()),
  /** Of a Function: what it may touch more, less or otherwise, each with a sentence. */
  permissions: z.array(
    z.object({
      kind: z.enum(permissionKindNames),
      name: z.string(),
      change: z.enum(["added", "changed", "removed"]),
      said: z.string(),
    }),
  ),
  breaking: z.array(z.string()),
});

/** A problem that a build or a validation found in a Function's source. */
export const functionProblem = z.object({
  message: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  code: z.string(),
});
export type FunctionProblem = z.infer<typeof functionProblem>;

/**
 * A Function that a deployment leaves out, because no enabled binding and no cron calls it, with what the last build or
 * validation of its source refused: it holds nobody up.
 */
const notDeployed = z.object({ functionId: id("fn"), slug: z.string(), problems: z.array(functionProblem) });

export const deployment = z.object({
  ...owned("dep"),
  projectDeploymentId: id("dep"),
  number: z.number().int(),
  target: z.enum(environments),
  kind: z.enum(deploymentKinds),
  status: z.enum(deploymentStatuses),
  active: z.boolean(),
  pinned: z.boolean(),
  availableActions: z.array(
    z.object({ action: z.enum(deploymentActions), allowed: z.boolean(), reason: z.string().nullable() }),
  ),
  /** A release: the development deployment it promotes. A rollback: the deploy or release that it returned to. */
  sourceDeploymentId: id("dep").nullable(),
  /**
   * The deploy or release that a rollback of this one returns its target to: of what is served, what was served before it with
   * another digest; of any other completed one, itself. Null when there is none, or nothing would change.
   */
  rollsBackTo: id("dep").nullable(),
  /**
   * Of a completed development deployment: what its Functions declare, or policies of Production verify signatures with, and
   * Production lacks, so that it is not released.
   */
  missingSecrets: z.array(z.string()),
  message: z.string(),
  /** The commit that its drafts came from, as whoever deployed them said. A release and a rollback have that of their source. */
  commit: commit.nullable(),
  requestedBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  durationMs: z.number().nullable(),
  digest: z.string().nullable(),
  /** Compared with the active deployment. A list shows the first twenty; the single read shows all. */
  changes: z.array(deploymentChange),
  /** How many changes there are, and how many of them break callers. */
  changeCounts: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    breaking: z.number().int(),
  }),
  progress: z.object({ done: z.number().int(), total: z.number().int(), step: z.string() }),
  error: z
    .object({
      code: z.string(),
      step: z.string(),
      message: z.string(),
      file: z.string().nullable(),
      line: z.number().int().nullable(),
    })
    .nullable(),
});
export type Deployment = z.infer<typeof deployment>;

/** A deployment that was just requested. */
export const createdDeployment = deployment.extend({ notDeployed: z.array(notDeployed) });

export const deploymentDetail = createdDeployment.extend({
  /** Where a forge compares the commit served before with this one; null where no such page is known. */
  comparisonUrl: z.string().nullable(),
  /** Oldest line first. A line with `data.stage` begins a stage: `queue`, `build`, `check`, `activate`. */
  log: z.array(logEntry),
  /** Which revision of which Function it holds; some may be gone by now. */
  functions: z.array(z.object({ functionId: id("fn"), revision: z.number().int() })),
});

export const newDeployment = z.strictObject({ message: givenText(1_000).default(""), commit: commit.optional() });
export const newRelease = z.strictObject({ projectDeploymentId: pathId, message: givenText(1_000).default("") });
export const newRollback = z.strictObject({
  reason: givenText(1_000).default(""),
  /** What the target was seen to serve (`current` of the preview). When it serves another one by now: 409 INVALID_STATE. */
  servedDeploymentId: pathId.optional(),
});

const named = z.object({ projectDeploymentId: id("dep"), number: z.number().int(), digest: z.string() });

export const deploymentPreview = z.object({
  target: z.enum(environments),
  kind: z.enum(deploymentKinds),
  /** What the target serves now; null: nothing. */
  current: named.nullable(),
  /** The deployment whose artifact it would serve; null: what the drafts build to. */
  next: named.nullable(),
  pinned: z.boolean(),
  changes: z.array(
    deploymentChange.extend({
      /** The Function was edited since its last build or validation, so its schemas, and what breaks, are not known. */
      schemaUnknown: z.boolean(),
    }),
  ),
  /**
   * Of a deployment of the drafts: the Functions it would build that were edited since their last build or validation. What
   * they take and return, and whether they build, is not known until they are checked (`checkDrafts`).
   */
  unchecked: z.array(z.object({ functionId: id("fn"), slug: z.string() })),
  /** Of a deployment of the drafts: the Functions that it would leave out. */
  notDeployed: z.array(notDeployed),
  /**
   * Secrets that Functions declare, or policies of the target verify signatures with, and that the target lacks. They hold up a
   * release, and nothing else.
   */
  missingSecrets: z.array(z.string()),
  /** Connections that Functions declare and that the target lacks. They hold up a release, and nothing else. */
  missingConnections: z.array(z.string()),
  warnings: z.array(z.string()),
  /** What is live and stays as it is, one sentence each: no deployment, release or rollback moves it. */
  unaffected: z.array(z.string()),
});
export type DeploymentPreview = z.infer<typeof deploymentPreview>;

export const deploymentOffers = z.object({
  /** What callers can call of it, at most twenty: first what it changed, itself or by its Function. */
  offers: z.array(
    z.object({
      endpointId: id("ep"),
      endpointName: z.string(),
      kind: z.enum(endpointKinds),
      /** The tool's name, or the route as `GET /orders/{orderId}`. */
      name: z.string(),
      changed: z.boolean(),
    }),
  ),
});

export const draftsChecked = z.object({
  /** How many Functions a worker has checked for this request. What it found is kept, and the next preview says it. */
  checked: z.number().int(),
  /** Those that no worker could check, each with the reason. Asked again without a cursor, they are tried again. */
  failed: z.array(z.object({ functionId: id("fn"), slug: z.string(), message: z.string() })),
  /** How many come after this request's. */
  left: z.number().int(),
  /** Give it back to check the next ones; null: none is left. */
  nextCursor: z.string().nullable(),
});

export const pendingChanges = z.object({
  /** How many `changes` a preview of a deployment to Development has now. */
  changes: z.number().int(),
  /** What Development serves now; null: nothing. */
  servedDeploymentId: id("dep").nullable(),
});
