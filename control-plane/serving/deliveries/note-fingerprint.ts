import type { FingerprintQuestion } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../../ground/app.ts";
import { changeFingerprint, fingerprintKey, rememberFingerprints } from "./queries/accept.ts";

/** Remembers a signed request for longer, or no longer; returns whether the holder owned it. */
export const noteFingerprint = (
  { store }: App,
  { projectId, environment, endpointId, fingerprint, holder, action, seconds }: FingerprintQuestion,
): Promise<boolean> =>
  store.inProject(projectId, async (scope) => {
    const of = { bindingId: endpointId, environment, fingerprint, deliveryId: holder, rememberSeconds: seconds };
    if (action === "claim") return (await rememberFingerprints(scope, [of])).get(fingerprintKey(of)) === holder;
    return changeFingerprint(scope, { ...of, rememberSeconds: action === "keep" ? seconds : -1 });
  });
