import { resolve } from "node:path";
import type { Compose, Service } from "./read-compose.ts";

/** The options that runc needs on a machine that is a container itself, and the place of Debian's first process. */
const ofThisMachine =
  "--ulimit nofile=1024:1024 --ulimit nproc=1024:1024 --init-path /usr/bin/catatonit --no-healthcheck".split(" ");

const each = (flag: string, values: readonly string[] = []) => values.flatMap((value) => [flag, value]);

function networkArguments(name: string, { networks = [] }: Service): string[] {
  const wanted = Array.isArray(networks)
    ? networks.map((network) => [network, null] as const)
    : Object.entries(networks);
  return wanted.flatMap(([network, options]) => {
    const aliases = [name, ...(options?.aliases ?? [])].map((alias) => `alias=${alias}`);
    const address = options?.ipv4_address === undefined ? [] : [`ip=${options.ipv4_address}`];
    return ["--network", `${network}:${[...aliases, ...address].join(",")}`];
  });
}

/** A path relative to the file's folder, a named volume, or a volume without a name. */
const volumeOf = (folder: string) => (volume: string) =>
  volume.startsWith(".") ? resolve(folder, volume.split(":")[0]!) + volume.slice(volume.indexOf(":")) : volume;

/** The `podman run` arguments for one container of a service in the compose file. */
export function runArguments(compose: Compose, name: string, container: string): string[] {
  const service = compose.services[name]!;
  const memory = service.deploy?.resources?.limits.memory;
  return [
    "run",
    "--detach",
    "--pull=never",
    `--name=${container}`,
    ...ofThisMachine,
    ...(service.restart === undefined ? [] : ["--restart", service.restart]),
    ...(service.init ? ["--init"] : []),
    ...(service.read_only ? ["--read-only", "--read-only-tmpfs=false"] : []),
    ...each("--cap-drop", service.cap_drop),
    ...each("--cap-add", service.cap_add),
    ...each("--security-opt", service.security_opt),
    ...each("--tmpfs", service.tmpfs),
    ...(service.pids_limit === undefined ? [] : ["--pids-limit", `${service.pids_limit}`]),
    ...(service.shm_size === undefined ? [] : ["--shm-size", service.shm_size]),
    ...(service.user === undefined ? [] : ["--user", service.user]),
    ...(service.stop_grace_period === undefined
      ? []
      : ["--stop-timeout", `${Number.parseInt(service.stop_grace_period, 10)}`]),
    ...(memory === undefined ? [] : ["--memory", memory.toLowerCase()]),
    ...each(
      "--env",
      Object.entries(service.environment ?? {}).map(([key, value]) => `${key}=${value}`),
    ),
    ...each("--publish", service.ports),
    ...each("--volume", service.volumes?.map(volumeOf(compose.folder))),
    ...networkArguments(name, service),
    service.image,
    ...(service.command ?? []),
  ];
}
