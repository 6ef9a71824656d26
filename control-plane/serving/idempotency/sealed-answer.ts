import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import type { SealContext, Sealed } from "../../ground/sealing/seal-context.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import { sealSecret } from "../../ground/sealing/seal-secret.ts";

/** One attempt of a call. */
interface Attempt {
  projectId: string;
  place: string;
  holder: string;
}

/** `place` is a digest that names the environment too. `secrets/queries/rekey.ts` names the same place. */
const contextOf = ({ projectId, place, holder }: Attempt): SealContext => ({
  projectId,
  environment: "production",
  secretId: place,
  name: holder,
  version: 1,
});

/** Seals an answer with its attempt as the context, so that it opens for no other one. */
export const sealAnswer = async (
  { settings }: Pick<App, "settings">,
  attempt: Attempt,
  answer: string | null,
): Promise<Sealed | null> =>
  answer === null ? null : sealSecret(await keyRing(settings.encryptionKeys), contextOf(attempt), answer);

/**
 * The answer; null if somebody altered the row. If this control plane lacks the key, the caller tries again, because
 * another one may have it.
 * @throws PublicError UNAVAILABLE
 */
export async function openAnswer(
  { settings, log }: Pick<App, "settings" | "log">,
  attempt: Attempt,
  sealed: Sealed,
): Promise<string | null> {
  try {
    return openSecret(await keyRing(settings.encryptionKeys), contextOf(attempt), sealed);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    log.warn({ err: error }, "the answer of an idempotent call cannot be opened");
    if (error.reason === "unknown-key") throw new PublicError("UNAVAILABLE", undefined, { cause: error });
    return null;
  }
}
