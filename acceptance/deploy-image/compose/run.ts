import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";
import { eventually } from "../../eventually.ts";
import { goThroughJourneys } from "./journeys.ts";
import { readCompose, readEnv } from "./read-compose.ts";
import { restartEachRole } from "./restarts.ts";
import { publicHost } from "./start-alone.ts";
import { checkTelemetry } from "./telemetry.ts";
import { bringUp, type Podman } from "./topology.ts";

/* start-alone.ts starts this: `run.ts <image> <folder> <store of images> <its driver>`. */
const run = promisify(execFile);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const deploy = join(import.meta.dirname, "../../../deploy");
const publicUrl = `https://${publicHost}`;
const email = "ada@acme-shop.org";
const [image = "", folder = "", images = "", driver = ""] = process.argv.slice(2);

const storage = ["--root", join(folder, "storage"), "--runroot", "/run/storage", "--storage-driver", driver];
const here = [
  `--storage-opt=additionalimagestore=${images}`,
  `--network-config-dir=${join(folder, "networks")}`,
  "--runtime=runc",
  "--cgroup-manager=cgroupfs",
];
const configuration = join(folder, "containers.conf");
writeFileSync(configuration, '[network]\nnetwork_backend = "netavark"\n');
process.env["CONTAINERS_CONF"] = configuration;
const podman: Podman = async (...args) => {
  const { stdout } = await run("podman", [...storage, ...here, ...args], { maxBuffer: 1 << 28 });
  return stdout.trim();
};

/** The `.env` that the operator makes, for a name without a public certificate, with every call traced. */
async function makeEnv(): Promise<Record<string, string>> {
  const { stdout } = await run("sh", [join(deploy, "compose/new-env.sh"), publicUrl, email]);
  return {
    ...readEnv(stdout),
    TLS: "tls internal",
    FERRULE_IMAGE: image,
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OTEL_TRACES_SAMPLER_ARG: "1",
  };
}

/** Makes every `fetch` of this process trust the proxy's own authority. */
async function trustProxy(): Promise<void> {
  const path = "/data/caddy/pki/authorities/local/root.crt";
  const certificate = await eventually(() => podman("exec", "proxy-1", "cat", path).catch(() => undefined), 30_000);
  setDefaultCACertificates([...getCACertificates("default"), certificate]);
}

async function printLogs(): Promise<void> {
  for (const name of (await podman("ps", "--all", "--format", "{{.Names}}")).split("\n")) {
    const { stdout, stderr } = await run("podman", [...storage, ...here, "logs", "--tail", "40", name]);
    process.stderr.write(`--- ${name}\n${stdout}${stderr}\n`);
  }
}

async function main(): Promise<void> {
  const env = await makeEnv();
  const compose = await readCompose(join(deploy, "compose.yaml"), env);
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1_000).toFixed(1);
  const topology = await bringUp(podman, compose);
  await trustProxy();
  const isReady = () =>
    fetch(`${publicUrl}/ready`).then(
      async (answer) => (answer.ok && !("degraded" in ((await answer.json()) as object))) || undefined,
      () => undefined,
    );
  await eventually(isReady, 60_000);
  const containers = (await podman("ps", "--format", "{{.Names}}")).split("\n").length;
  say(`compose: ${containers} containers are up and healthy after ${seconds()} s`);
  const journey = await goThroughJourneys(publicUrl, { email, password: env["OWNER_PASSWORD"]! });
  await checkTelemetry(podman, topology);
  await restartEachRole(podman, topology, journey);
  const down = performance.now();
  await topology.bringDown();
  say(`compose: everything has stopped in order after ${((performance.now() - down) / 1_000).toFixed(1)} s`);
}

try {
  await main();
} catch (error) {
  await printLogs().catch(() => "");
  process.stderr.write(`compose: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await podman("rm", "--all", "--force", "--time", "0").catch(() => "");
}
