import { settings, type SettingDescription } from "@ferrule/contract/settings/settings.ts";
import { tableRow } from "./table-row.ts";

function defaultOf({ schema }: SettingDescription): string {
  const result = schema.safeParse(undefined);
  const value: unknown = result.success ? result.data : undefined;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "–";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** Every setting of the catalogue as a Markdown table. */
export function settingsTable(): string {
  const rows = Object.entries<SettingDescription>(settings).map(([name, setting]) =>
    tableRow([
      `\`${name}\``,
      setting.description,
      defaultOf(setting),
      setting.readers.join(", "),
      setting.credential ? "yes" : "",
    ]),
  );
  return [
    tableRow(["Setting", "Meaning", "Default", "Read by", "Credential"]),
    tableRow(["---", "---", "---", "---", "---"]),
    ...rows,
  ].join("\n");
}
