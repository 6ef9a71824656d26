import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedSecret } from "./audited-secret.ts";
import { describeSecret } from "./describe-secrets.ts";
import { advanceSecret, emptyVersions, insertVersion, lockSecret } from "./queries/secrets.ts";
import { retireValue } from "./queries/retired.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { fingerprintOf, sealSecret } from "../../ground/sealing/seal-secret.ts";

/**
 * Stores a new value for a secret. Workers learn of the version when this commits, and request the value with the next
 * use. Nobody gets the former value any more; it stays, sealed, because masking needs it.
 */
export const rotateSecret: Handlers["rotateSecret"] = async (context) => {
  const { app, operation, actor, scope, params, body, ifMatch } = context;
  const before = found(await lockSecret(scope, params.secretId));
  requireRoleIn(operation, before.environment, actor);
  requireRevision(ifMatch, before.revision);
  const ring = await keyRing(app.settings.encryptionKeys);
  const row = await advanceSecret(scope, before.id, fingerprintOf(ring, before.id, body.value));
  const { projectId, environment, id: secretId, name, version } = row;
  await retireValue(scope, secretId);
  await emptyVersions(scope, secretId);
  await insertVersion(scope, row, sealSecret(ring, { projectId, environment, secretId, name, version }, body.value));
  return { answer: await describeSecret(scope, row), audit: auditedSecret(before, row) };
};
