import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder with this user's `ferrule` settings: below %APPDATA% on Windows, elsewhere as the XDG Base Directory rules
 * define.
 */
export function settingsFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const home = env[platform === "win32" ? "USERPROFILE" : "HOME"] || homedir();
  const base =
    platform === "win32"
      ? env["APPDATA"] || join(home, "AppData", "Roaming")
      : env["XDG_CONFIG_HOME"] || join(home, ".config");
  return join(base, "ferrule");
}
