import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const publicRegistry = "https://registry.npmjs.org";

/** The `registry` of an .npmrc. Undefined without one. Its lines may contain variables, which npm would expand. */
function registryIn(file: string, env: NodeJS.ProcessEnv): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  const value = /^[ \t]*registry[ \t]*=[ \t]*["']?([^"'\s]+)/m.exec(text)?.[1];
  return value?.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => env[name] ?? "");
}

/**
 * The npm registry for packages: the setting NPM_REGISTRY_URL, otherwise npm's configuration on this machine
 * (`npm_config_registry`, the user's .npmrc), otherwise the public registry.
 */
export function npmRegistryUrl(setting: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const userConfig = env["npm_config_userconfig"] ?? env["NPM_CONFIG_USERCONFIG"] ?? join(homedir(), ".npmrc");
  const candidates = [setting, env["npm_config_registry"], env["NPM_CONFIG_REGISTRY"], registryIn(userConfig, env)];
  const found = candidates.find((url) => url !== undefined && URL.canParse(url) && /^https?:/.test(url));
  return found ?? publicRegistry;
}
