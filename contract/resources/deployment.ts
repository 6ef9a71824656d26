import { z } from "zod";
import type { DiagnosticCode } from "../help/diagnostic-help.ts";
import { permissionKindNames } from "../permissions/permission-kinds.ts";
import { logEntry } from "../internal/execution.ts";
import { deploymentActions, deploymentKinds, deploymentStatuses, endpointKinds, environments } from "../states.ts";
import { commit } from "./commit.ts";
import { testCounts } from "./test-counts.ts";
import { givenText, id, owned, pathId, time } from "./fields.ts";

export const deploymentChange = z.object({
  kind: z.enum(["function", "endpoint", "mcp-binding", "http-binding", "library", "collection"]),
  /** The id of the Function, endpoint, binding or collection, or the Library's name. */
  id: z.string(),
  name: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** The changed fields, by their names in the resource; `code` means the built source. */
  fields: z.array(z.string()),
  /** For a Function: its gained, lost and changed permissions, each as a sentence. */
  permissions: z.array(
    z.object({
      kind: z.enum(permissionKindNames),
      name: z.string(),
      change: z.enum(["added", "changed", "removed"]),
      said: z.string(),
    }),
  ),
  /** What callers lose, in sentences. */
  breaking: z.array(z.string()),
  /**
   * What callers would lose, if there were any: nobody may call what the target serves of it. Left out if there is
   * nothing of the kind.
   */
  uncalled: z.array(z.string()).optional(),
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
 * A Function that a deployment leaves out, because no enabled binding and no cron calls it, no other Function starts its
 * runs, and it is not durable, with the errors of the last build or validation of its source. These do not stop the deployment.
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
  /**
   * For a release: the development deployment that it promotes. For a rollback: the deploy or release to which it
   * returned.
   */
  sourceDeploymentId: id("dep").nullable(),
  /**
   * The deploy or release to which a rollback leads. For the active deployment, it is the nearest earlier one with
   * another digest; for any other completed one, it is itself. Null if there is none, or nothing would change.
   */
  rollsBackTo: id("dep").nullable(),
  /**
   * For a completed development deployment: the secrets that Production lacks, although its Functions declare them or
   * policies of Production verify signatures with them. They prevent its release.
   */
  missingSecrets: z.array(z.string()),
  message: z.string(),
  /**
   * The commit from which its drafts came, according to the deploying user or program. A release and a rollback have
   * their source's commit.
   */
  commit: commit.nullable(),
  requestedBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  durationMs: z.number().nullable(),
  digest: z.string().nullable(),
  /** The differences from the active deployment. A list shows the first twenty; reading one deployment shows all. */
  changes: z.array(deploymentChange),
  /** The number of changes, and of those that break callers: what nobody may call breaks nobody. */
  changeCounts: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    breaking: z.number().int(),
  }),
  /** How many tests of Functions its build ran; null when it ran none. A release and a rollback have those of their source. */
  tests: testCounts.nullable(),
  /** Whether the Project releases only deployments whose tests ran and passed. */
  testsRequired: z.boolean(),
  progress: z.object({ done: z.number().int(), total: z.number().int(), step: z.string() }),
  error: z
    .object({
      /** `contract/help/diagnostic-help.ts` explains it; a newer role may send another one. */
      code: z.string() as unknown as z.ZodType<DiagnosticCode, string>,
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
  /** The forge's page that compares the previously served commit with this one; null if no such page is known. */
  comparisonUrl: z.string().nullable(),
  /** Oldest line first. A line with `data.stage` begins a stage: `queue`, `build`, `tests`, `check`, `activate`. */
  log: z.array(logEntry),
  /** The revision of each Function in it; some may no longer exist. */
  functions: z.array(z.object({ functionId: id("fn"), revision: z.number().int() })),
});

export const newDeployment = z.strictObject({ message: givenText(1_000).default(""), commit: commit.optional() });
export const newRelease = z.strictObject({ projectDeploymentId: pathId, message: givenText(1_000).default("") });
export const newRollback = z.strictObject({
  reason: givenText(1_000).default(""),
  /**
   * The active deployment that the caller saw (`current` of the preview). If the target serves another one now: 409
   * INVALID_STATE.
   */
  servedDeploymentId: pathId.optional(),
});

const named = z.object({ projectDeploymentId: id("dep"), number: z.number().int(), digest: z.string() });

/** Runs that have not ended, which a deployment, release or rollback leaves alone or moves. */
const affectedRuns = z.object({
  functionId: id("fn"),
  /** The Function's slug, or its id if it was deleted. */
  slug: z.string(),
  /** The deployment whose code they run now; null: they have not begun. */
  deploymentNumber: z.number().int().nullable(),
  /** `stay`: they keep their code. `move`: they go on with the new one. `fail`: the new one lacks their Function. */
  effect: z.enum(["stay", "move", "fail"]),
  count: z.number().int(),
  /** The same in a sentence: `12 runs of invoice keep the code of #5.` */
  said: z.string(),
});

export const deploymentPreview = z.object({
  target: z.enum(environments),
  kind: z.enum(deploymentKinds),
  /** The active deployment of the target; null when there is none. */
  current: named.nullable(),
  /** The deployment whose artifact the target would serve; null: the drafts' artifact. */
  next: named.nullable(),
  pinned: z.boolean(),
  changes: z.array(
    deploymentChange.extend({
      /**
       * The Function was edited since its last build or validation, so its schemas, and the breaking changes, are
       * unknown.
       */
      schemaUnknown: z.boolean(),
      /** Whether somebody may call what the target serves of it now: false for what is new, or offered without callers. */
      reached: z.boolean(),
    }),
  ),
  /**
   * For a deployment of the drafts: the Functions in it that were edited since their last build or validation. Until
   * `checkDrafts` has checked them, we do not know their input and output, or whether they build.
   */
  unchecked: z.array(z.object({ functionId: id("fn"), slug: z.string() })),
  /** For a deployment of the drafts: the Functions that it would leave out. */
  notDeployed: z.array(notDeployed),
  /**
   * Secrets that the target lacks, although Functions declare them or its policies verify signatures with them. They
   * only prevent a release.
   */
  missingSecrets: z.array(z.string()),
  /** Connections that the target lacks, although Functions declare them. They only prevent a release. */
  missingConnections: z.array(z.string()),
  warnings: z.array(z.string()),
  /** What becomes of the runs that have not ended in the target, by Function and deployment; empty if nothing changes. */
  runs: z.array(affectedRuns),
  /** Live things that stay unchanged, one sentence each: no deployment, release or rollback moves them. */
  unaffected: z.array(z.string()),
});
export type DeploymentPreview = z.infer<typeof deploymentPreview>;

export const deploymentOffers = z.object({
  /**
   * The tools, resources, prompts and routes for callers, at most twenty. It lists changed ones first, including those
   * whose Function changed.
   */
  offers: z.array(
    z.object({
      endpointId: id("ep"),
      endpointName: z.string(),
      kind: z.enum(endpointKinds),
      /** A tool's name, `resource:NAME`, `prompt:NAME`, or the route as `GET /orders/{orderId}`. */
      name: z.string(),
      changed: z.boolean(),
    }),
  ),
});

export const draftsChecked = z.object({
  /**
   * The number of Functions that a worker has checked for this request. The results are stored, and the next preview
   * shows them.
   */
  checked: z.number().int(),
  /** Functions that no worker could check, each with the reason. A request without a cursor tries them again. */
  failed: z.array(z.object({ functionId: id("fn"), slug: z.string(), message: z.string() })),
  /** The number of unchecked Functions after this request. */
  left: z.number().int(),
  /** Send it back to check the next ones; null if none is left. */
  nextCursor: z.string().nullable(),
});

export const pendingChanges = z.object({
  /** The present number of `changes` in a preview of a deployment to Development. */
  changes: z.number().int(),
  /** The active deployment of Development; null when there is none. */
  servedDeploymentId: id("dep").nullable(),
});
