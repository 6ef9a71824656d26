import { eventually } from "../../eventually.ts";
import type { Compose } from "./read-compose.ts";
import { runArguments } from "./run-arguments.ts";

export type Podman = (...args: string[]) => Promise<string>;

export interface ComposeTopology {
  /** The names of a service's containers. */
  containersOf: (service: string) => string[];
  /** Resolves when the health check of each container of a service passes. */
  untilHealthy: (service: string) => Promise<void>;
  /** Stops each service before those that it depends on; all must stop in order, within their time. */
  bringDown: () => Promise<void>;
}

/** On a busy machine, a role takes a minute or two to start. */
const withinMs = 180_000;
const containersOf = (compose: Compose, service: string) =>
  Array.from({ length: compose.services[service]!.deploy?.replicas ?? 1 }, (_, n) => `${service}-${n + 1}`);

/** The health check of the compose file, or that of the image. Null if there is none. */
async function healthCheckOf(podman: Podman, compose: Compose, service: string): Promise<string[] | null> {
  const { image, healthcheck } = compose.services[service]!;
  if (healthcheck?.disable) return null;
  const [found] = JSON.parse(await podman("image", "inspect", image)) as [{ Healthcheck?: { Test: string[] } }];
  const [kind, ...command] = healthcheck?.test ?? found.Healthcheck?.Test ?? ["NONE"];
  if (kind === "NONE") return null;
  return kind === "CMD-SHELL" ? ["/bin/sh", "-c", ...command] : command;
}

/** podman's own timer for health checks needs systemd, so we run the check from here. */
async function untilHealthy(podman: Podman, compose: Compose, service: string): Promise<void> {
  const check = await healthCheckOf(podman, compose, service);
  if (check === null) return;
  const passes = (container: string) =>
    podman("exec", container, ...check).then(
      () => true,
      () => undefined,
    );
  for (const container of containersOf(compose, service))
    await eventually(() => passes(container), withinMs).catch((cause: unknown) => {
      throw new Error(`${container} was not healthy within ${withinMs} ms.`, { cause });
    });
}

async function awaitCondition(podman: Podman, compose: Compose, service: string, condition: string): Promise<void> {
  if (condition === "service_healthy") return untilHealthy(podman, compose, service);
  if (condition !== "service_completed_successfully") return;
  for (const container of containersOf(compose, service)) {
    const code = await podman("wait", container);
    if (code !== "0") throw new Error(`${container} ended with ${code}.`);
  }
}

async function stopInOrder(podman: Podman, containers: readonly string[]): Promise<void> {
  await podman("stop", ...containers);
  for (const container of containers) {
    const code = await podman("inspect", "--format", "{{.State.ExitCode}}", container);
    if (code !== "0") throw new Error(`${container} ended with ${code} when it was stopped.`);
  }
}

/** Creates the networks, then starts each service after those that it depends on. Resolves when all are healthy. */
export async function bringUp(podman: Podman, compose: Compose): Promise<ComposeTopology> {
  for (const [name, { internal, ipam }] of Object.entries(compose.networks)) {
    const subnets = (ipam?.config ?? []).flatMap(({ subnet, ip_range: range }) => [
      `--subnet=${subnet}`,
      ...(range === undefined ? [] : [`--ip-range=${range}`]),
    ]);
    await podman("network", "create", ...(internal ? ["--internal"] : []), ...subnets, name);
  }
  for (const name of Object.keys(compose.volumes)) await podman("volume", "create", name);
  const started = new Set<string>();
  const up: string[] = [];
  async function start(service: string): Promise<void> {
    if (started.has(service)) return;
    started.add(service);
    const needs = compose.services[service]!.depends_on ?? [];
    const conditions = Array.isArray(needs)
      ? needs.map((name) => [name, "service_started"] as const)
      : Object.entries(needs).map(([name, { condition }]) => [name, condition] as const);
    for (const [name] of conditions) await start(name);
    for (const [name, condition] of conditions) await awaitCondition(podman, compose, name, condition);
    for (const container of containersOf(compose, service)) await podman(...runArguments(compose, service, container));
    up.push(service);
  }
  for (const service of Object.keys(compose.services)) await start(service);
  for (const service of Object.keys(compose.services)) await untilHealthy(podman, compose, service);
  return {
    containersOf: (service) => containersOf(compose, service),
    untilHealthy: (service) => untilHealthy(podman, compose, service),
    async bringDown() {
      for (const service of up.toReversed()) await stopInOrder(podman, containersOf(compose, service));
    },
  };
}
