import { createLog } from "@ferrule/kit/log.ts";
import { giveUpKeys, rekey } from "./rekey/rekey.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openDatabase, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule secrets rekey` runs as a separate program. It reads the control plane's settings, and needs ENCRYPTION_KEYS
 * and the database. Its arguments are the ids of lost keys. Exit codes: 0 every secret is under the first of
 * ENCRYPTION_KEYS, 1 some are not.
 */
process.title = "ferrule secrets rekey";
const settings = readCommandSettings(["ENCRYPTION_KEYS"]);
const log = createLog("rekey-secrets", "warn");

try {
  await using owned = new AsyncDisposableStack();
  const ring = await keyRing(settings.ENCRYPTION_KEYS!);
  const store = await openDatabase(settings, log, owned);
  const lost = process.argv.slice(2);
  const present = lost.filter((id) => ring.find(id) !== undefined);
  if (present.length > 0) throw new Error(`ENCRYPTION_KEYS has ${present.join(", ")}, so this key is not lost.`);
  const { rewrapped, failed } = await rekey(store, ring);
  process.stdout.write(`Rewrapped the data keys of ${rewrapped} secrets under the encryption key ${ring.first.id}.\n`);
  for (const [why, count] of failed) process.stderr.write(`${count} left as they were: ${why}\n`);
  if (lost.length > 0) {
    await giveUpKeys(store, ring, lost);
    process.stdout.write(`Control planes go on without ${lost.join(", ")} after a restart.\n`);
  }
  process.exitCode = failed.size > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`Not rekeyed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
