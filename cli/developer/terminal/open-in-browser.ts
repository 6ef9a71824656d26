import { spawn } from "node:child_process";
import { once } from "node:events";

/** The program that opens an address, and its first arguments. None of them uses a shell. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...before: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
};

/** Opens an address in the browser. Returns whether a program started; a machine without a screen has none. */
export async function openInBrowser(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const url = new URL(address);
  const [program, ...before] = openers[process.platform] ?? [];
  const hasNoScreen = process.platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"] && !env["BROWSER"];
  if (program === undefined || hasNoScreen || !/^https?:$/.test(url.protocol)) return false;
  const child = spawn(program, [...before, url.href], { stdio: "ignore", detached: true, env });
  try {
    await once(child, "spawn");
    child.unref();
    return true;
  } catch {
    return false;
  }
}
