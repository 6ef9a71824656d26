import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { draftArtifact, type DraftArtifact, type Served } from "../../releases/deployments/artifacts/draft-artifact.ts";
import { readServed } from "../../releases/deployments/artifacts/read-served.ts";
import { compareArtifacts } from "../../releases/deployments/comparing/compare-artifacts.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** What an environment serves, and what the drafts would make of it. */
interface Compared {
  served: Served;
  draft: DraftArtifact;
}

export interface Breaking {
  breaking: ProjectSourcePlan["breaking"];
  /** Functions that are served, and whose schemas are known only once their drafts have been checked. */
  unknown: string[];
}

async function readCompared(scope: ProjectScope, environment: Environment): Promise<Compared | null> {
  const served = await readServed(scope, environment);
  return served && { served, draft: await draftArtifact(scope, served) };
}

const lostBy = (compared: Compared | null): string[] =>
  compared === null
    ? []
    : compareArtifacts(compared.served.manifest, compared.draft.manifest, compared.draft.unknown).flatMap(
        ({ breaking }) => breaking,
      );

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
export async function readBreaking(scope: ProjectScope): Promise<() => Breaking> {
  const development = await readCompared(scope, "development");
  const production = await readCompared(scope, "production");
  return () => ({
    breaking: { development: lostBy(development), production: lostBy(production) },
    unknown: [...new Set([...unknownIn(development), ...unknownIn(production)])].sort(),
  });
}
