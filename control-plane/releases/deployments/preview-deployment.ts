import { presentFunctions } from "../../authoring/functions/queries/drafts.ts";
import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { DeploymentPreview } from "@ferrule/contract/resources/deployment.ts";
import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { missingConnections } from "../../data/connections/queries/connections.ts";
import { missingSecrets } from "../../data/secrets/queries/secrets.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { factsOf } from "./artifacts/binding-facts.ts";
import { bindingsOf } from "./artifacts/bindings-of.ts";
import { checkBindings } from "./artifacts/check-bindings.ts";
import { affectedRuns } from "./comparing/affected-runs.ts";
import { compareArtifacts } from "./comparing/compare-artifacts.ts";
import type { ArtifactChange } from "./comparing/pairs.ts";
import { declaredConnections } from "./artifacts/declared-connections.ts";
import { declaredSecrets } from "./artifacts/declared-secrets.ts";
import { draftArtifact, uncheckedOf, type Served, type Unchecked } from "./artifacts/draft-artifact.ts";
import { compareLibraries } from "./comparing/library-pins.ts";
import { neededSecrets } from "./artifacts/needed-secrets.ts";
import { readPins } from "./queries/library-pins.ts";
import { asCalled, reachedBy } from "./comparing/reached-by.ts";
import type { LibraryPin } from "../../ground/store/tables/deployments.ts";
import { readArtifactOf } from "./queries/read-artifact.ts";
import { readServed } from "./artifacts/read-served.ts";
import { readDeployment, type DeploymentRow } from "./queries/deployments.ts";
import type { NotDeployed } from "../../ground/store/tables/snapshot.ts";
import { unaffectedBy } from "./comparing/unaffected-by.ts";

interface Next {
  kind: DeploymentKind;
  deployment: DeploymentRow | null;
  manifest: ArtifactManifest;
  libraries: readonly LibraryPin[];
  unknown: Set<string>;
  unchecked: Unchecked[];
  notDeployed: NotDeployed[];
  warnings: string[];
}

const brokenOf = ({ slug, problems: [first] }: NotDeployed): string =>
  `Function ${slug}: ${first?.message ?? "its last build failed."} (${slug}.ts:${first?.line ?? 1})`;

/** Functions whose drafts were deleted after the artifact was built: their grants for collections are gone too. */
async function goneSince(scope: ProjectScope, { functions }: ArtifactManifest): Promise<string[]> {
  const declaring = functions.filter(({ permissions }) => permissions.collections.length > 0);
  if (declaring.length === 0) return [];
  const ids = declaring.map(({ id }) => id);
  const present = await presentFunctions(scope, ids);
  return declaring
    .filter(({ id }) => !present.has(id))
    .map(({ slug }) => `Function ${slug} was deleted since: its grants of data collections are gone.`);
}

async function fromDrafts(scope: ProjectScope, served: Served | null): Promise<Next> {
  const draft = await draftArtifact(scope, served);
  const { manifest, unknown, libraries, notDeployed, failing: broken } = draft;
  const { errors, warnings } = checkBindings(manifest.endpoints, factsOf(manifest));
  const failing = [...broken.map(brokenOf), ...errors.map(({ message }) => message)].map(
    (message) => `The deployment would fail. ${message}`,
  );
  const said = [...failing, ...warnings];
  const unchecked = uncheckedOf(draft);
  return { kind: "deploy", deployment: null, manifest, libraries, unknown, unchecked, notDeployed, warnings: said };
}

/**
 * The artifact that a release of this deployment, or a rollback to it, would activate. @throws PublicError
 * INVALID_STATE
 */
async function fromDeployment(scope: ProjectScope, named: DeploymentRow, target: Environment): Promise<Next> {
  const kind = named.target === target ? "rollback" : "release";
  // Checks only the state: everybody may look, and the preview itself shows missing secrets.
  const { reason } = can({ ...named, missingSecrets: [] }, kind, "owner");
  if (reason !== null) throw new PublicError("INVALID_STATE", reason);
  const deployment =
    kind === "release" ? named : found(await readDeployment(scope, scope.projectId, found(named.rollsBackTo)));
  const manifest = await readArtifactOf(scope, scope.projectId, found(deployment.digest));
  const libraries = await readPins(scope, scope.projectId, deployment.id);
  const warnings = await goneSince(scope, manifest);
  return { kind, deployment, manifest, libraries, unknown: new Set(), unchecked: [], notDeployed: [], warnings };
}

const identity = (row: DeploymentRow | null): DeploymentPreview["current"] =>
  row ? { projectDeploymentId: row.id, number: row.number, digest: found(row.digest) } : null;

/** Crons are live. A deployment affects them only when it removes their Function. */
async function cronWarnings(app: App, scope: ProjectScope, target: Environment, { manifest }: Next): Promise<string[]> {
  const crons = await app.dependents.cronsWithout(
    scope,
    target,
    manifest.functions.map(({ id }) => id),
  );
  return crons.map(({ name }) => `Cron ${name} runs a Function that would not be deployed: its runs would be skipped.`);
}

/** Marks a change whose Function has unknown schemas, or whose binding switches to such a Function. */
function shown(
  { manifest, unknown }: Next,
  reached: (change: ArtifactChange) => boolean,
): (change: ArtifactChange) => DeploymentPreview["changes"][number] {
  const bindings = manifest.endpoints.flatMap(bindingsOf);
  const called = new Map(bindings.map(({ bindingId, functionId }) => [bindingId, functionId]));
  return (change) => {
    const { id, fields } = change;
    const schemaUnknown = unknown.has(fields.includes("functionId") ? (called.get(id) ?? id) : id);
    const isReached = reached(change);
    return { ...asCalled(change, isReached), schemaUnknown, reached: isReached };
  };
}

/**
 * The difference, over the whole Project, between the active artifact of a target and the one that would replace it.
 * That one comes from a deployment of the drafts, a release of the named deployment, or a rollback to it if it is one
 * of the target's own. Changes nothing.
 */
export const previewDeployment: Handlers["previewDeployment"] = async ({ app, scope, query }) => {
  const { projectId } = scope;
  const { target, projectDeploymentId } = query;
  const served = await readServed(scope, target);
  const next =
    projectDeploymentId === undefined
      ? await fromDrafts(scope, served)
      : await fromDeployment(scope, found(await readDeployment(scope, projectId, projectDeploymentId)), target);
  const current = served ? found(await readDeployment(scope, projectId, served.deploymentId)) : null;
  const unpins = next.kind === "release" && current?.pinned === true;
  const pinning = unpins ? ["A rollback pinned Production. This release replaces what it serves, and unpins it."] : [];
  const endpointIds = next.manifest.endpoints.map(({ id }) => id);
  const needed = await neededSecrets(scope, target, declaredSecrets(next.manifest), endpointIds);
  const changes = [
    ...compareArtifacts(served?.manifest ?? null, next.manifest, next.unknown),
    ...compareLibraries(served?.libraries ?? [], next.libraries),
  ];
  const servedIds = served?.manifest.endpoints.map(({ id }) => id) ?? [];
  const callers = await app.dependents.callers(scope, projectId, target, servedIds);
  const underWay = changes.length === 0 ? [] : await app.dependents.runsUnderWay(scope, target);
  return {
    target,
    kind: next.kind,
    current: identity(current),
    next: identity(next.deployment),
    pinned: current?.pinned ?? false,
    changes: changes.map(shown(next, reachedBy(served?.manifest ?? null, callers))),
    unchecked: next.unchecked,
    notDeployed: next.notDeployed,
    missingSecrets: await missingSecrets(scope, projectId, target, needed),
    missingConnections: await missingConnections(scope, projectId, target, declaredConnections(next.manifest)),
    warnings: [...pinning, ...(await cronWarnings(app, scope, target, next)), ...next.warnings],
    runs: affectedRuns(underWay, served?.manifest.functions ?? [], next.manifest.functions),
    unaffected: unaffectedBy(next.kind),
  };
};
