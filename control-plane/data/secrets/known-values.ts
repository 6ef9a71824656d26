import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listSealed } from "./queries/secrets.ts";
import { listRetired } from "./queries/retired.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";

/**
 * The values of every secret of a Project in both environments; use them only to mask output. They include earlier
 * values, as long as something stored may contain them. If one value cannot be opened, it throws: nobody could mask
 * that value, so you may show nothing.
 * @throws PublicError UNAVAILABLE
 */
export async function knownValues(app: App, scope: ProjectScope): Promise<string[]> {
  const ring = await keyRing(app.settings.encryptionKeys);
  const { projectId } = scope;
  const sealed = await listSealed(scope);
  const retired = await listRetired(scope, projectId);
  try {
    const present = sealed.map(({ id, environment, name, version, ...rest }) =>
      openSecret(ring, { projectId, environment, secretId: id, name, version }, rest),
    );
    return [...present, ...retired.map((value) => openSecret(ring, value, value))];
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    app.log.error({ err: cause, projectId: scope.projectId }, "a secret cannot be opened, so nothing can be revealed");
    const message = "A secret of this Project cannot be decrypted, so its value could not be masked here.";
    throw new PublicError("UNAVAILABLE", message, { cause });
  }
}
