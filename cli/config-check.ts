import { checkSurroundings } from "./check-surroundings.ts";
import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { settingReaders, type SettingReader } from "@ferrule/contract/settings/settings.ts";

/** The roles that are checked when none is named. */
export const usualReaders = (env: NodeJS.ProcessEnv): readonly SettingReader[] =>
  env["NODE_ENV"] === "production" ? ["gateway", "control-plane", "worker"] : ["start"];

export const isReader = (name: string): name is SettingReader => (settingReaders as readonly string[]).includes(name);

/**
 * Checks the configuration in `env` for the named roles, and prints every problem by name. Without names, it checks all
 * three roles in production, and the settings of `npm start` in development. Then it looks at how the settings fit
 * together. Returns the exit code: 0 good, 1 problems, 2 an unknown role.
 */
export async function checkConfig(names: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const unknown = names.filter((name) => !isReader(name));
  if (unknown.length > 0) {
    process.stderr.write(`ferrule: unknown role ${unknown.join(", ")}; the roles are ${settingReaders.join(", ")}\n`);
    return 2;
  }
  const readers = names.length > 0 ? names.filter(isReader) : usualReaders(env);
  let good = true;
  for (const reader of readers) {
    const { problems } = readRoleSettings(reader, env);
    if (problems.length === 0) process.stdout.write(`The configuration of ${reader} is good.\n`);
    else process.stderr.write(`${describeProblems(reader, problems)}\n`);
    good &&= problems.length === 0;
  }
  const oddities = await checkSurroundings(readers, env);
  for (const { name, message } of oddities) process.stderr.write(`${name}: ${message}\n`);
  return good && oddities.length === 0 ? 0 : 1;
}
