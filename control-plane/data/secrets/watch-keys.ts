import { PublicError } from "@ferrule/contract/errors.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { Gauge } from "prom-client";
import type { App } from "../../ground/app.ts";
import { adoptKeys } from "./adopt-keys.ts";
import { listKeysInUse } from "./queries/encryption-keys.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";

/** Whether this control plane has the encryption keys of its installation. */
export interface KeyWatch {
  /**
   * A sentence for operators that names the missing keys; null when there are none. It asks the database at most every
   * two seconds.
   */
  problem: () => Promise<string | null>;
  /** The latest result of `problem`. */
  lastProblem: () => string | null;
  /**
   * Whether our first key is foreign to the installation. The other control planes could not open anything that it
   * seals.
   */
  isForeign: () => boolean;
  /** Refuses to serve while the first key is foreign. @throws PublicError UNAVAILABLE */
  requireKeys: () => void;
}

const askedEveryMs = 2_000;

const sentence = (lacking: readonly string[], isForeign: boolean): string | null =>
  lacking.length === 0 && !isForeign
    ? null
    : `ENCRYPTION_KEYS lacks ${lacking.join(", ")}, which encrypts secrets of this installation. Add the key, or see docs/secrets.md.`;

/** Takes the configured keys into use, and watches which ones the other control planes use. */
export async function watchKeys(app: Pick<App, "store" | "settings" | "log" | "metrics">): Promise<KeyWatch> {
  const { store, log } = app;
  const ring = await keyRing(app.settings.encryptionKeys);
  await adoptKeys(store, ring, log);
  let isForeign = false;
  let said: string | null = null;
  let lacking: string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> = Promise.resolve();
  async function ask(): Promise<void> {
    const used = await store.inInstallation(listKeysInUse, { readOnly: true });
    lacking = used.filter((id) => ring.find(id) === undefined);
    isForeign = !used.includes(ring.first.id);
    const says = sentence(lacking, isForeign);
    if (says !== said && says !== null) log.error({ lacking }, says);
    said = says;
  }
  function refresh(): Promise<void> {
    if (performance.now() - askedAt < askedEveryMs) return asking;
    askedAt = performance.now();
    asking = ask();
    return asking;
  }
  await refresh();
  const gauge = new Gauge({
    name: "ferrule_encryption_keys_missing",
    help: "Encryption keys of this installation that this control plane does not have.",
    registers: [],
    async collect() {
      await refresh().catch(() => undefined);
      this.set(lacking.length);
    },
  });
  app.metrics.registerMetric(gauge);
  return {
    async problem() {
      await refresh();
      return said;
    },
    lastProblem: () => said,
    isForeign: () => isForeign,
    requireKeys() {
      unwaited(refresh(), (error) => log.debug({ err: error }, "the encryption keys in use could not be read"));
      if (isForeign)
        throw new PublicError(
          "UNAVAILABLE",
          "This control plane does not have the encryption keys of this installation.",
        );
    },
  };
}
