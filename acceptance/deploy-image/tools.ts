import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The place where we keep images from one run to the next; this never touches the machine's own images. */
const kept = join(tmpdir(), "ferrule-deploy-images");
const run = promisify(execFile);

const packages: Record<string, string> = {
  podman: "podman",
  buildah: "buildah",
  runc: "runc",
  mmdebstrap: "mmdebstrap",
  "/usr/lib/podman/netavark": "netavark",
  "/usr/lib/podman/aardvark-dns": "aardvark-dns",
  iptables: "iptables",
  catatonit: "catatonit",
  unshare: "util-linux",
  openssl: "openssl",
  npm: "nodejs npm",
};

/** The missing tools on this machine, as a sentence; null when none is missing. */
export async function missingTools(): Promise<string | null> {
  const found = await Promise.all(
    Object.keys(packages).map(async (tool) =>
      run("sh", ["-c", `command -v ${tool}`]).then(
        () => null,
        () => tool,
      ),
    ),
  );
  const missing = found.filter((tool) => tool !== null);
  return missing.length === 0
    ? null
    : `${missing.join(", ")} not found: apt-get install ${missing.map((tool) => packages[tool]).join(" ")}`;
}

/** Uses layers if this machine's file system supports them, else whole copies, which take more disk and time. */
async function firstDriver(): Promise<string> {
  const here = await mkdtemp(join(tmpdir(), "ferrule-driver-"));
  const storage = ["--root", join(here, "storage"), "--runroot", join(here, "run"), "--storage-driver", "overlay"];
  try {
    await run("podman", [...storage, "info"]);
    return "overlay";
  } catch {
    return "vfs";
  } finally {
    await rm(here, { recursive: true, force: true });
  }
}
export const storageDriver = (await missingTools()) === null ? await firstDriver() : "vfs";
export const imageStore = join(kept, storageDriver);
const storage = ["--root", imageStore, "--runroot", join(kept, "run"), "--storage-driver", storageDriver];

/** Runs to the end; returns the standard output. */
export async function output(tool: string, ...args: string[]): Promise<string> {
  await mkdir(kept, { recursive: true });
  const { stdout } = await run(tool, args, { maxBuffer: 1 << 28 });
  return stdout.trim();
}

/** Runs to the end, with its output on this terminal. */
export async function show(tool: string, ...args: string[]): Promise<void> {
  await mkdir(kept, { recursive: true });
  const child = spawn(tool, args, { stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${tool} ${args[0]} ended with ${code}`);
}

export const inStorage = (...args: string[]): string[] => [...storage, ...args];
export const podman = (...args: string[]): Promise<string> =>
  output("podman", ...inStorage("--runtime", "runc", "--cgroup-manager", "cgroupfs", ...args));
export const podmanArguments = (...args: string[]): string[] =>
  inStorage("--runtime", "runc", "--cgroup-manager", "cgroupfs", ...args);

export const imageExists = (image: string): Promise<boolean> =>
  podman("image", "exists", image).then(
    () => true,
    () => false,
  );
