import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { draftArtifact, type DraftArtifact, type Served } from "../../releases/deployments/artifacts/draft-artifact.ts";
import { readServed } from "../../releases/deployments/artifacts/read-served.ts";
import { compareArtifacts } from "../../releases/deployments/comparing/compare-artifacts.ts";
import { asCalled, reachedBy } from "../../releases/deployments/comparing/reached-by.ts";
import type { App } from "../../ground/app.ts";
import type { Callers } from "../../ground/ports/dependents.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** What an environment serves and to whom, and what the drafts would make of it. */
interface Compared {
  served: Served;
  draft: DraftArtifact;
  callers: Callers;
}

export interface Breaking extends Pick<ProjectSourcePlan, "breaking" | "uncalled"> {
  /** Functions that are served, and whose schemas are known only once their drafts have been checked. */
  unknown: string[];
}

async function readCompared(
  { dependents }: Pick<App, "dependents">,
  scope: ProjectScope,
  environment: Environment,
): Promise<Compared | null> {
  const served = await readServed(scope, environment);
  if (served === null) return null;
  const endpointIds = served.manifest.endpoints.map(({ id }) => id);
  const callers = await dependents.callers(scope, scope.projectId, environment, endpointIds);
  return { served, draft: await draftArtifact(scope, served), callers };
}

/** What callers lose, and what they would lose if there were any. */
function lostBy(compared: Compared | null): Record<"breaking" | "uncalled", string[]> {
  if (compared === null) return { breaking: [], uncalled: [] };
  const { served, draft, callers } = compared;
  const isReached = reachedBy(served.manifest, callers);
  const changes = compareArtifacts(served.manifest, draft.manifest, draft.unknown).map((change) =>
    asCalled(change, isReached(change)),
  );
  return {
    breaking: changes.flatMap(({ breaking }) => breaking),
    uncalled: changes.flatMap(({ uncalled = [] }) => uncalled),
  };
}

function unknownIn(compared: Compared | null): string[] {
  if (compared === null) return [];
  const { served, draft } = compared;
  const ids = new Set(served.manifest.functions.map(({ id }) => id));
  return draft.manifest.functions.filter(({ id }) => draft.unknown.has(id) && ids.has(id)).map(({ slug }) => slug);
}

/**
 * Reads what callers would lose once the drafts are deployed.
 * @returns a function that compares, because that takes time and needs no transaction
 */
export async function readBreaking(app: Pick<App, "dependents">, scope: ProjectScope): Promise<() => Breaking> {
  const development = await readCompared(app, scope, "development");
  const production = await readCompared(app, scope, "production");
  return () => {
    const [inDevelopment, inProduction] = [lostBy(development), lostBy(production)];
    const uncalled = { development: inDevelopment.uncalled, production: inProduction.uncalled };
    return {
      breaking: { development: inDevelopment.breaking, production: inProduction.breaking },
      ...(uncalled.development.length + uncalled.production.length === 0 ? {} : { uncalled }),
      unknown: [...new Set([...unknownIn(development), ...unknownIn(production)])].sort(),
    };
  };
}
