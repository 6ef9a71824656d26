import { randomBytes } from "node:crypto";
import type { App } from "../../../ground/app.ts";
import { decrypt, encrypt } from "../../../ground/sealing/aead.ts";
import { keyRing } from "../../../ground/sealing/key-ring.ts";
import { keyContext, valueContext, type SealContext, type Sealed } from "../../../ground/sealing/seal-context.ts";
import { SealError } from "../../../ground/sealing/seal-error.ts";
import { unwrapKey } from "../../../ground/sealing/unwrap-key.ts";
import type { RunsTable } from "../../../ground/store/tables/runs.ts";
import type { Selectable } from "kysely";

/** What identifies a run's seal, as columns of its row. */
export type SealedRun = Pick<Selectable<RunsTable>, "id" | "projectId" | "environment" | "mode" | "version"> &
  Pick<Sealed, "keyId" | "wrappedKey">;
type Place = Omit<SealedRun, "keyId" | "wrappedKey">;

/** Seals and opens what belongs to one run. `name` is `input`, `output`, or `step:` and the key of the step. */
export interface RunSeal {
  seal: (name: string, text: string) => Buffer;
  /** @throws SealError */
  open: (name: string, sealed: Buffer) => string;
}

/** Sealed values over this size lie in `run_payloads`. */
const mostInRow = 65_536;
export const liesApart = (sealed: Buffer): boolean => sealed.length > mostInRow;

/**
 * The seal's context. `doors/commands/rekey/queries.ts` names the same place. Deliveries keep the one that they had
 * before they were runs.
 */
const contextOf = ({ projectId, environment, id, mode, version }: Place): SealContext => ({
  projectId,
  environment,
  secretId: id,
  name: mode === "delivery" ? "delivery" : "run",
  version,
});

function sealWith(dataKey: Buffer, run: Place, keyId: string): RunSeal {
  const context = contextOf(run);
  const place = (name: string) =>
    valueContext(run.mode === "delivery" && name === "input" ? context : { ...context, name: `run ${name}` });
  return {
    seal: (name, text) => encrypt(dataKey, Buffer.from(text), place(name)),
    open(name, sealed) {
      try {
        return decrypt(dataKey, sealed, place(name)).toString();
      } catch (cause) {
        throw new SealError("damaged", keyId, cause);
      }
    },
  };
}

/** A data key for a new run, and the columns that keep it. */
export async function newRunSeal(
  { settings }: Pick<App, "settings">,
  run: Omit<Place, "version">,
): Promise<RunSeal & { columns: Omit<Sealed, "ciphertext"> & { version: number } }> {
  const { first } = await keyRing(settings.encryptionKeys);
  const versioned = { ...run, version: 1 };
  const dataKey = randomBytes(32);
  const wrappedKey = encrypt(first.wrapping, dataKey, keyContext(contextOf(versioned), first.id));
  return { ...sealWith(dataKey, versioned, first.id), columns: { keyId: first.id, wrappedKey, version: 1 } };
}

/** The seal of a run that is stored. @throws SealError */
export async function runSeal({ settings }: Pick<App, "settings">, run: SealedRun): Promise<RunSeal> {
  const ring = await keyRing(settings.encryptionKeys);
  return sealWith(unwrapKey(ring, contextOf(run), run), run, run.keyId);
}
