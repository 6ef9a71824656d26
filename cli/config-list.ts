import { settings, type SettingDescription } from "@ferrule/contract/settings/settings.ts";

function defaultOf(setting: SettingDescription): string {
  const result = setting.schema.safeParse(undefined);
  if (!result.success || result.data === undefined) return "unset";
  return Array.isArray(result.data) ? result.data.join(",") || "none" : JSON.stringify(result.data).replaceAll('"', "");
}

/** Every setting with its default, its readers and its purpose; never a value from the environment. */
export function listConfig(): string {
  const lines = Object.entries<SettingDescription>(settings).map(([name, setting]) => {
    const kind = setting.credential ? ", credential" : "";
    return `${name}\n    ${setting.description}\n    default ${defaultOf(setting)}; read by ${setting.readers.join(", ")}${kind}\n`;
  });
  return lines.join("");
}
