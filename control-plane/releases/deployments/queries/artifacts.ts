import type { ArtifactHead, bundle } from "@ferrule/contract/internal/artifact.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { json } from "../../../ground/store/json.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";

/** The facts about an artifact that are not part of its content. */
export interface Declared {
  secretNames: string[];
  connectionNames: string[];
}

/**
 * Stores an artifact. It locks an existing one and makes it count as new, so that the cleanup does not remove it before
 * somebody uses it.
 */
export async function storeArtifact(
  scope: AnyScope,
  digest: string,
  head: ArtifactHead,
  { secretNames, connectionNames }: Declared,
): Promise<void> {
  const { tx } = scope;
  const versions = (head.collections ?? []).map(({ id, version }) => [id, version] as const);
  await tx
    .insertInto("artifacts")
    .values({
      digest,
      projectId: head.projectId,
      head: sql<string>`${JSON.stringify(head)}::text::json`,
      secretNames: json(secretNames),
      connectionNames: json(connectionNames),
      collectionVersions: json(Object.fromEntries(versions)),
    })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute();
}

/** The names that an artifact of the Project declares. */
export const readDeclared = ({ tx, projectId }: ProjectScope, digest: string): Promise<Declared> =>
  tx
    .selectFrom("artifacts")
    .select(["secretNames", "connectionNames"])
    .where("projectId", "=", projectId)
    .where("digest", "=", digest)
    .executeTakeFirstOrThrow();

type Bundle = z.infer<typeof bundle>;

/** The code of a Function by its digest. */
export const findBundle = ({ tx }: InstallationScope, digest: string): Promise<Bundle | undefined> =>
  tx.selectFrom("bundles").select(["digest", "code", "sourceMap"]).where("digest", "=", digest).executeTakeFirst();

/**
 * The stored bundles among these that have at most `mostBytes` each, in the given order, until they reach `mostBytes`
 * together.
 */
export async function findBundles(
  { tx }: InstallationScope,
  digests: readonly string[],
  mostBytes: number,
): Promise<Bundle[]> {
  const { rows } = await sql<Bundle>`
    with wanted as (
      select wanted.digest, wanted.place,
        sum(octet_length(code) + octet_length(source_map)) over (order by wanted.place) as bytes
      from unnest(${digests}::text[]) with ordinality as wanted (digest, place) join bundles using (digest)
      where octet_length(code) + octet_length(source_map) <= ${mostBytes}
    )
    select digest, code, source_map from wanted join bundles using (digest)
    where bytes <= ${mostBytes} order by wanted.place`.execute(tx);
  return rows;
}

/** Stores the code of Functions. If the code is already stored, only its retention starts over. */
export async function storeBundles({ tx }: AnyScope, given: readonly Bundle[]): Promise<void> {
  // A fixed order without duplicates, so that two builds never deadlock on each other's rows.
  const rows = [...new Map(given.map((one) => [one.digest, one])).values()].sort((a, b) =>
    a.digest < b.digest ? -1 : 1,
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("bundles")
    .values(rows)
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute();
}
