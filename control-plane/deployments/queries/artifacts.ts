import type { ArtifactManifest, bundle } from "@ferrule/contract/internal/artifact.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { json } from "../../store/json.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { declaredSecrets } from "../declared-secrets.ts";

/** Stores an artifact. One that is there is held and new again, so that it is not collected before something refers to it. */
export async function storeArtifact(
  { tx }: InstallationScope,
  projectId: string,
  digest: string,
  text: string,
  manifest: ArtifactManifest,
): Promise<void> {
  const versions = (manifest.collections ?? []).map(({ id, version }) => [id, version] as const);
  await tx
    .insertInto("artifacts")
    .values({
      digest,
      projectId,
      manifest: text,
      secretNames: json(declaredSecrets(manifest)),
      bundleDigests: [...new Set(manifest.functions.map(({ bundleDigest }) => bundleDigest))],
      collectionVersions: json(Object.fromEntries(versions)),
    })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute();
}

/** The manifest of any Project's artifact, as the text that was stored. */
export const findManifest = ({ tx }: InstallationScope, digest: string): Promise<{ manifest: string } | undefined> =>
  tx.selectFrom("artifacts").select("manifest").where("digest", "=", digest).executeTakeFirst();

/** The code of a Function by its digest. */
export const findBundle = ({ tx }: InstallationScope, digest: string): Promise<z.infer<typeof bundle> | undefined> =>
  tx.selectFrom("bundles").select(["digest", "code", "sourceMap"]).where("digest", "=", digest).executeTakeFirst();

/** Stores the code of a Function. Where it is there already, only its retention begins again. */
export async function storeBundle({ tx }: InstallationScope, given: z.infer<typeof bundle>): Promise<void> {
  await tx
    .insertInto("bundles")
    .values(given)
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute();
}
