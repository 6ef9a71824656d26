import type { ProjectScope } from "../../../ground/store/scope.ts";
import { sql } from "kysely";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import type { DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import type { LibraryPin } from "../../../ground/store/tables/deployments.ts";
import { pinsOfSnapshot } from "./library-pins.ts";
import { frozenDrafts } from "./frozen-drafts.ts";

/** How a draft compares to the saved revision that an environment serves. */
export interface Likeness {
  functionId: string;
  sameSource: boolean;
  /** Whether a build or validation derived its schemas from the source. */
  derivedInput: boolean;
  derivedOutput: boolean;
}

/** The database compares, because two sources may be a mebibyte each. */
export async function likenesses(
  { tx, projectId }: ProjectScope,
  deploymentId: string | undefined,
): Promise<Map<string, Likeness>> {
  if (deploymentId === undefined) return new Map();
  const { rows } = await sql<Likeness>`
    select f.id as function_id, (f.revision = r.revision or f.source = r.source) as same_source,
      r.input_schema is null as derived_input, r.output_schema is null as derived_output
    from deployment_functions served
    join functions f on f.project_id = ${projectId} and f.id = served.function_id
    join function_revisions r on r.project_id = ${projectId} and r.function_id = f.id and r.revision = served.revision
    where served.project_id = ${projectId} and served.deployment_id = ${deploymentId}
  `.execute(tx);
  return new Map(rows.map((row) => [row.functionId, row]));
}

interface Drafts {
  snapshot: Snapshot;
  derived: Record<string, DerivedContract | null>;
  /** Holds only Functions with problems. */
  problems: Record<string, FunctionProblem[]>;
  pins: LibraryPin[];
}

/** A single statement, so that everything comes from one snapshot. */
export async function readDrafts({ tx, projectId }: ProjectScope): Promise<Drafts> {
  const { rows } = await sql<Drafts>`
    select frozen.snapshot,
      coalesce((select json_agg(json_build_object('importName', pin.import_name, 'kind', pin.kind,
        'content', pin.content)) from (${pinsOfSnapshot(sql`frozen.snapshot`)}) as pin), '[]') as pins,
      coalesce((select json_object_agg(f.id, f.derived) from functions f where f.project_id = ${projectId}),
        '{}') as derived,
      coalesce((select json_object_agg(f.id, f.problems) from functions f
        where f.project_id = ${projectId} and f.problems is not null), '{}') as problems
    from (select ${frozenDrafts(projectId)} as snapshot) as frozen
  `.execute(tx);
  return rows[0] ?? { snapshot: { functions: [], endpoints: [] }, derived: {}, problems: {}, pins: [] };
}
