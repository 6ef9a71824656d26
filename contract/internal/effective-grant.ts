import type { EveryPermission, Permissions } from "./permissions.ts";
import { sharedHosts } from "./shared-hosts.ts";

type Access = Permissions["collections"][number]["access"];

const reads = (access: Access) => access !== "write";
const writes = (access: Access) => access !== "read";

function accessOf(read: boolean, write: boolean): Access | null {
  if (read && write) return "read-write";
  if (read) return "read";
  return write ? "write" : null;
}

function sharedCollections(declared: Permissions, granted: readonly Permissions[]): Permissions["collections"] {
  const allowed = granted.flatMap(({ collections }) => collections);
  return declared.collections.flatMap(({ name, access }) => {
    const same = allowed.filter((one) => one.name === name);
    const shared = accessOf(
      reads(access) && same.some((one) => reads(one.access)),
      writes(access) && same.some((one) => writes(one.access)),
    );
    return shared === null ? [] : [{ name, access: shared }];
  });
}

/**
 * The things that a call may use: those that its Function declares and the policy of its endpoint allows. A run without
 * an endpoint, such as a cron run, uses the union of the policies of all endpoints that the Function is bound to. If
 * there is no policy, or one of them is `"*"`, the declaration alone decides.
 */
export function effectiveGrant(declared: Permissions, policies: readonly (Permissions | "*")[]): Permissions {
  const granted = policies.filter((policy) => policy !== "*");
  if (policies.length === 0 || granted.length < policies.length) return declared;
  const all: EveryPermission = {
    secrets: declared.secrets.filter((name) => granted.some(({ secrets }) => secrets.includes(name))),
    hosts: sharedHosts(
      declared.hosts,
      granted.flatMap(({ hosts }) => hosts),
    ),
    collections: sharedCollections(declared, granted),
    cache: declared.cache && granted.some(({ cache }) => cache),
    connections: declared.connections?.filter((name) =>
      granted.some(({ connections = [] }) => connections.includes(name)),
    ),
    runs: declared.runs?.filter((slug) => granted.some(({ runs = [] }) => runs.includes(slug))),
  };
  const { connections, runs, ...rest } = all;
  return {
    ...rest,
    ...(connections === undefined ? {} : { connections }),
    ...(runs === undefined ? {} : { runs }),
  };
}
