import type { SettingReader } from "@ferrule/contract/settings/settings.ts";
import { credentialItems } from "./credentials.ts";
import type { Environment, Item } from "./finding.ts";
import { machineItems } from "./machine.ts";
import { networkItems } from "./networks.ts";

export const hardeningItems: readonly Item[] = [...networkItems, ...credentialItems, ...machineItems];

/** Prints each item of the checklist for these roles, and whether it is open; true when none is open. */
export function checkHardening(readers: readonly SettingReader[], env: Environment): boolean {
  let good = true;
  for (const { id, check } of hardeningItems.filter((item) =>
    item.readers.some((reader) => readers.includes(reader)),
  )) {
    const open = check(env);
    process.stdout.write(open === null ? `good  ${id}\n` : `OPEN  ${id}: ${open}\n`);
    good &&= open === null;
  }
  return good;
}
