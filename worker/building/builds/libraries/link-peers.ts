import type { BuildLibraries, BuildPackage } from "./build-libraries.ts";

function peersOf({ files }: BuildPackage): string[] {
  try {
    const parsed: unknown = JSON.parse(files["package.json"] ?? "{}");
    const peers: unknown = (parsed as { peerDependencies?: unknown } | null)?.peerDependencies;
    return typeof peers === "object" && peers !== null ? Object.keys(peers) : [];
  } catch {
    return [];
  }
}

/**
 * Lets each package find itself, and also the Libraries that it names as optional peers without bringing them along. In
 * a common `node_modules`, it would also find them.
 */
export function linkPeers(libraries: BuildLibraries): BuildLibraries {
  const { roots, packages } = libraries;
  const linked = Object.entries(packages).map(([id, one]): [string, BuildPackage] => {
    const dependencies: Record<string, string> = { [one.name]: id };
    for (const peer of peersOf(one)) {
      const root = Object.hasOwn(roots, peer) ? roots[peer] : undefined;
      if (root !== undefined) dependencies[peer] = root;
    }
    return [id, { ...one, dependencies: { ...dependencies, ...one.dependencies } }];
  });
  return { ...libraries, packages: Object.fromEntries(linked) };
}
