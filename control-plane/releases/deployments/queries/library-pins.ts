import { type RawBuilder, sql } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";
import type { LibraryPin } from "../../../ground/store/tables/deployments.ts";

/** The SQL of the pins in a `Snapshot`: rows of import_name, kind and content. */
export const pinsOfSnapshot = (snapshot: RawBuilder<unknown>) => sql`
  select case used.kind when 'source' then 'lib/' || used.name else used.package end as import_name, used.kind,
    case used.kind when 'source' then encode(sha256(convert_to(used.source, 'UTF8')), 'hex') else used.version end as content
  from json_to_recordset(${snapshot} -> 'libraries')
    as used (kind text, name text, package text, source text, version text)`;

/** The Libraries of a deployment's build, by the names that Functions import. */
export const readPins = ({ tx }: AnyScope, projectId: string, deploymentId: string): Promise<LibraryPin[]> =>
  tx
    .selectFrom("deploymentLibraries")
    .select(["importName", "kind", "content"])
    .where("projectId", "=", projectId)
    .where("deploymentId", "=", deploymentId)
    .orderBy("importName")
    .execute();
