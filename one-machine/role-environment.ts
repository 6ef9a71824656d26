import { settings, type SettingDescription, type SettingReader } from "@ferrule/contract/settings/settings.ts";

/**
 * How the C library returns memory to the system: one arena for all threads; blocks of 256 KB and more at once; free
 * memory at the arena's end from 128 KB on. By default, each thread keeps its freed memory in an arena of its own.
 */
const allocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "262144", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * The environment of a role's process: the supervisor's own without the settings that the role does not read, plus
 * `values`. So a gateway never holds a database password. `null`: a process that reads only PORT.
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
