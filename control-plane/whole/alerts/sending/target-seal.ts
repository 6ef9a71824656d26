import { alertTarget, type AlertTarget } from "@ferrule/contract/resources/alert-channel.ts";
import type { App } from "../../../ground/app.ts";
import { keyRing } from "../../../ground/sealing/key-ring.ts";
import { openSecret } from "../../../ground/sealing/open-secret.ts";
import type { SealContext, Sealed } from "../../../ground/sealing/seal-context.ts";
import { sealSecret } from "../../../ground/sealing/seal-secret.ts";

interface Place {
  id: string;
  projectId: string;
  version: number;
}

/** `doors/commands/rekey/queries.ts` names the same place. */
const placeOf = ({ id, projectId, version }: Place): SealContext => ({
  projectId,
  environment: "production",
  secretId: id,
  name: "alert-channel",
  version,
});

/** Seals where a channel leads. */
export const sealTarget = async (
  { settings }: Pick<App, "settings">,
  place: Place,
  target: AlertTarget,
): Promise<Sealed> => sealSecret(await keyRing(settings.encryptionKeys), placeOf(place), JSON.stringify(target));

/** Where a channel leads, for `send-to.ts` alone. @throws SealError */
export async function openTarget({ settings }: Pick<App, "settings">, row: Place & Sealed): Promise<AlertTarget> {
  const ring = await keyRing(settings.encryptionKeys);
  return alertTarget.parse(JSON.parse(openSecret(ring, placeOf(row), row)));
}
