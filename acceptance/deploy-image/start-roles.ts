import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { output, podman, podmanArguments } from "./tools.ts";

export interface Roles extends AsyncDisposable {
  publicUrl: string;
  gatewayUrl: string;
  owner: { email: string; password: string };
  /** Runs a command of the image beside the roles, with the control plane's settings; returns its output. */
  command: (...args: string[]) => Promise<string>;
  /** The role's log so far. */
  logOf: (role: string) => string;
  /** Sends SIGTERM to a role and returns its exit code. */
  stop: (role: string) => Promise<number | null>;
  exec: (role: string, ...args: string[]) => Promise<string>;
}

/** `/data` is the volume that the image declares: in a memory folder, the user would own nothing. */
const hardened = (
  "--read-only --cap-drop all --security-opt no-new-privileges --network host --ulimit nofile=1024:1024 " +
  "--ulimit nproc=1024:1024 --no-healthcheck --tmpfs /tmp:rw,mode=1777"
).split(" ");

const credential = () => randomBytes(32).toString("hex");

interface Place {
  image: string;
  databaseUrl: string;
  /** The folder of the database's socket. */
  socket: string;
}

/** Starts each role as a container without privileges and with a read-only root, on the database at `socket`. */
export async function startRoles({ image, databaseUrl, socket }: Place): Promise<Roles> {
  const [gateway, controlPlane, internal, worker] = (await freePorts(4)) as [number, number, number, number];
  const publicUrl = "https://ferrule.acme-shop.org";
  const owner = { email: "ada@acme-shop.org", password: randomBytes(12).toString("hex") };
  const common = {
    PUBLIC_URL: publicUrl,
    INTERNAL_API_TOKEN: credential(),
    METRICS_TOKEN: credential(),
    HOST: "127.0.0.1",
  };
  const workerToken = credential();
  const environments: Record<string, Record<string, string>> = {
    "control-plane": {
      ...common,
      PORT: `${controlPlane}`,
      INTERNAL_PORT: `${internal}`,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: credential(),
      ENCRYPTION_KEYS: credential(),
      WORKER_API_TOKEN: workerToken,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    },
    worker: {
      ...common,
      PORT: `${worker}`,
      WORKER_API_TOKEN: workerToken,
      CONTROL_PLANE_INTERNAL_URL: `http://127.0.0.1:${internal}`,
      RUNTIME_CONCURRENCY: "8",
    },
    gateway: {
      ...common,
      PORT: `${gateway}`,
      CONTROL_PLANE_URL: `http://127.0.0.1:${controlPlane}`,
      WORKER_URLS: `http://127.0.0.1:${worker}`,
    },
  };
  const suffix = randomBytes(4).toString("hex");
  const running = new Map<string, { child: ChildProcess; log: string }>();
  const envOf = (role: string) =>
    Object.entries(environments[role]!).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const volume = ["-v", `${socket}:${socket}`];
  const command: Roles["command"] = (...args) =>
    output(
      "podman",
      ...podmanArguments("run", "--rm", ...hardened, ...volume, ...envOf("control-plane"), image, ...args),
    );

  function start(role: string): void {
    const args = podmanArguments("run", "--rm", "--name", `ferrule-${role}-${suffix}`, ...hardened);
    const child = spawn("podman", [...args, ...(role === "control-plane" ? volume : []), ...envOf(role), image, role], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const entry = { child, log: "" };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (entry.log += String(chunk)));
    running.set(role, entry);
  }
  async function stop(role: string): Promise<number | null> {
    const { child } = running.get(role)!;
    running.delete(role);
    if (child.exitCode !== null) return child.exitCode;
    const closed = once(child, "close") as Promise<[number | null]>;
    await podman("kill", "--signal", "TERM", `ferrule-${role}-${suffix}`).catch(() => "");
    return (await closed)[0];
  }
  await command("migrate");
  for (const role of ["control-plane", "worker", "gateway"]) start(role);
  return {
    publicUrl,
    gatewayUrl: `http://127.0.0.1:${gateway}`,
    owner,
    command,
    logOf: (role) => running.get(role)?.log ?? "",
    stop,
    exec: (role, ...args) => podman("exec", `ferrule-${role}-${suffix}`, ...args),
    async [Symbol.asyncDispose]() {
      for (const role of running.keys()) await stop(role);
    },
  };
}
