import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageStore, show, storageDriver } from "../tools.ts";

export const publicHost = "ferrule.acme-shop.org";

/**
 * It has its own network, processes and mounts: this machine's stay unchanged, and everything ends when the first
 * process does.
 */
const alone = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
const prepare = `set -e
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /dev/shm
mount --bind "$1" /etc/hosts
ip link set lo up
shift
exec "$@"`;

/** Starts the compose topology from `image`, runs the journeys there, and stops it. @throws when one fails */
export async function runComposeAlone(image: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-compose-"));
  try {
    const hosts = join(folder, "hosts");
    await writeFile(hosts, `127.0.0.1 localhost ${publicHost}\n`);
    const journeys = [process.execPath, join(import.meta.dirname, "run.ts"), image, folder, imageStore, storageDriver];
    await show("unshare", ...alone, "sh", "-c", prepare, "sh", hosts, ...journeys);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
