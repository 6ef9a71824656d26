import { settings, type SettingDescription, type SettingReader } from "@ferrule/contract/settings/settings.ts";

/**
 * How the C library gives memory back: from one arena for all threads, blocks of 256 KB and more at once, and what is
 * free at its end from 128 KB on. Otherwise each thread keeps what it has freed in an arena of its own.
 */
const allocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "262144", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * The environment of a role's process: the supervisor's own without any setting that the role does not read, so that a
 * gateway never holds a database password, plus `values`. `null`: a process that reads no setting but PORT.
 */
export function roleEnvironment(reader: SettingReader | null, values: Record<string, string>): Record<string, string> {
  const catalogue = new Map<string, SettingDescription>();
  for (const [name, setting] of Object.entries<SettingDescription>(settings)) {
    catalogue.set(name, setting);
    if (setting.alias !== undefined) catalogue.set(setting.alias, setting);
  }
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...allocator, ...process.env, ...values })) {
    if (value === undefined) continue;
    const setting = catalogue.get(name);
    if (setting && name !== "PORT" && (reader === null || !setting.readers.includes(reader))) continue;
    env[name] = value;
  }
  return env;
}
