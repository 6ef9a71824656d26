import { refusedPackages } from "@ferrule/contract/refused-packages.ts";
import { testedPackages } from "../../npm/packages.ts";
import { refusedByTest } from "../../npm/refused.ts";
import { tableRow } from "./table-row.ts";

const table = (head: string[], rows: string[][]) =>
  [tableRow(head), tableRow(head.map(() => "---")), ...rows.map(tableRow)].join("\n");

/** The packages that the tests build and run, as a Markdown table. */
export const packagesTable = (): string =>
  table(
    ["Package", "Version tested", "What the test does with it", ""],
    testedPackages.map(({ name, version, does, note = "" }) => [`\`${name}\``, version, does, note]),
  );

/** The packages that are refused by name, and those that the tests fail to add, as a Markdown table. */
export function refusedTable(): string {
  const groups = new Map<string, string[]>();
  const add = (name: string, reason: string) => groups.set(reason, [...(groups.get(reason) ?? []), `\`${name}\``]);
  for (const [name, { why, instead }] of refusedPackages) add(name, `${why}. ${instead}`);
  for (const { name, why } of refusedByTest) if (why !== undefined) add(name, why);
  return table(
    ["Package", "Why, and what to use instead"],
    [...groups].map(([reason, names]) => [names.join(" "), reason[0]?.toUpperCase() + reason.slice(1)]),
  );
}
