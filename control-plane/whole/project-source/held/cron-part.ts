import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { cronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { ProjectSourceCron } from "@ferrule/contract/resources/project-source.ts";
import type { CronBindingRow } from "../../../serving/crons/queries/bindings.ts";
import { cleanTexts } from "../../planning/clean-texts.ts";
import { sortedBy, type SlugOf } from "../../planning/parts.ts";

const kept = cronBinding.pick({
  name: true,
  environment: true,
  schedule: true,
  timezone: true,
  tenantId: true,
  enabled: true,
  overlap: true,
  catchUp: true,
  pauseAfterFailures: true,
});

/** A cron as a source shows it. */
export const cronPart = (row: CronBindingRow, slugOf: SlugOf): ProjectSourceCron => ({
  ...cleanTexts(pickFields(kept, row)),
  function: slugOf(row.functionId),
  input: row.input as ProjectSourceCron["input"],
  retry: { maxAttempts: row.maxAttempts, backoffMs: row.backoffMs },
});

/** What identifies a cron, with its order among those that have it in common. */
export const cronKey = ({ environment, function: slug, name }: ProjectSourceCron): string =>
  `${environment} ${slug} ${name}`;

/** In an order that does not depend on the installation. */
export const sortedCrons = (crons: readonly ProjectSourceCron[]): ProjectSourceCron[] =>
  sortedBy(crons, (cron) => `${cronKey(cron)} ${canonicalJson(cron)}`);

/** A given cron and the row that it stands for; undefined: there is none yet. */
export interface CronPair {
  given: ProjectSourceCron;
  row: CronBindingRow | undefined;
}

/**
 * Finds the row of each given cron, and the rows that are left. Of several with the same key, equal ones belong together,
 * and the others by their order.
 */
export function pairCrons(
  given: readonly ProjectSourceCron[],
  rows: readonly CronBindingRow[],
  slugOf: SlugOf,
): { pairs: CronPair[]; lacking: CronBindingRow[] } {
  const parts = sortedBy(
    rows.map((row) => ({ row, text: canonicalJson(cronPart(row, slugOf)), key: cronKey(cronPart(row, slugOf)) })),
    ({ key, text }) => `${key} ${text}`,
  );
  const byKey = Map.groupBy(parts, ({ key }) => key);
  const found = new Map<ProjectSourceCron, CronBindingRow>();
  const take = (one: ProjectSourceCron, fits: (text: string) => boolean) => {
    const open = byKey.get(cronKey(one)) ?? [];
    const at = open.findIndex(({ text }) => fits(text));
    const [taken] = at === -1 ? [] : open.splice(at, 1);
    if (taken !== undefined) found.set(one, taken.row);
  };
  for (const one of given) {
    const text = canonicalJson(one);
    take(one, (held) => held === text);
  }
  for (const one of given) if (!found.has(one)) take(one, () => true);
  const lacking = [...byKey.values()].flat().map(({ row }) => row);
  return { pairs: given.map((one) => ({ given: one, row: found.get(one) })), lacking };
}
