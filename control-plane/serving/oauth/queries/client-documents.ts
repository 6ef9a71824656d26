import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ClientDocument } from "../../../ground/store/tables/oauth.ts";

/** A client's document, as it was fetched. */
export interface FetchedDocument {
  document: ClientDocument | null;
  /** Why the document is not usable, as a sentence for the client's developer. */
  problem: string | null;
  keepMs: number;
}

/** The stored content of a client's document, unless we must fetch it again. */
export const findClientDocument = ({ tx }: InstallationScope, url: string) =>
  tx
    .selectFrom("oauthClientDocuments")
    .select(["document", "problem"])
    .where("url", "=", url)
    .where("expiresAt", ">", sharedDate())
    .executeTakeFirst();

export async function keepClientDocument(
  { tx }: InstallationScope,
  url: string,
  { document, problem, keepMs }: FetchedDocument,
): Promise<void> {
  const kept = {
    document: document === null ? null : json(document),
    problem,
    fetchedAt: sharedDate(),
    expiresAt: new Date(sharedNow() + keepMs),
  };
  await tx
    .insertInto("oauthClientDocuments")
    .values({ url, ...kept })
    .onConflict((conflict) => conflict.column("url").doUpdateSet(kept))
    .execute();
}
