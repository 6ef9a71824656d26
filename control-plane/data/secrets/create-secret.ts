import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedSecret } from "./audited-secret.ts";
import { describeSecret } from "./describe-secrets.ts";
import { insertSecret, insertVersion, newSecretId } from "./queries/secrets.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { fingerprintOf, sealSecret } from "../../ground/sealing/seal-secret.ts";

/** Creates a secret of one environment. Its value is sealed here and opened only for workers. */
export const createSecret: Handlers["createSecret"] = async (context) => {
  const { app, operation, actor, scope, body } = context;
  const { environment, name, value } = body;
  requireRoleIn(operation, environment, actor);
  const ring = await keyRing(app.settings.encryptionKeys);
  const id = newSecretId();
  const row = await insertSecret(scope, { id, environment, name, fingerprint: fingerprintOf(ring, id, value) }).catch(
    (error: unknown) => {
      if (!violates(error, "secrets_name_taken")) throw error;
      throw new PublicError("CONFLICT", `There is a secret of this name in ${environment} already.`, { cause: error });
    },
  );
  const sealed = sealSecret(ring, { projectId: scope.projectId, environment, secretId: id, name, version: 1 }, value);
  await insertVersion(scope, row, sealed);
  return { answer: await describeSecret(scope, row), audit: auditedSecret(null, row) };
};
