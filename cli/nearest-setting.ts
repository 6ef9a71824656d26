import { distance } from "fastest-levenshtein";
import { settings, type SettingDescription } from "@ferrule/contract/settings/settings.ts";

const known = Object.entries<SettingDescription>(settings).flatMap(([name, { alias }]) => [
  name,
  ...(alias ? [alias] : []),
]);

/** How many letters may differ: short names are one letter apart by chance. */
const mostWrong = (length: number): number => (length >= 12 ? 2 : length >= 6 ? 1 : 0);

/** The setting that the author of `name` probably meant; null if `name` is a setting or resembles none. */
export function nearestSetting(name: string): string | null {
  if (known.includes(name)) return null;
  const written = name.toUpperCase();
  const near = known.map((one) => ({ one, wrong: distance(written, one.toUpperCase()) }));
  near.sort((a, b) => a.wrong - b.wrong);
  const [best] = near;
  return best !== undefined && best.wrong <= mostWrong(best.one.length) ? best.one : null;
}
