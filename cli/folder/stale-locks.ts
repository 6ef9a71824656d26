import { isTree, singles, type Documents, type Tree, type Value } from "./documents.ts";

const packageOf = (name: string, version: Value | undefined): { name: string; version: Value } | null => {
  if (typeof version === "string") return { name, version };
  return isTree(version) ? { name: version["package"] as string, version: version["version"]! } : null;
};

/** Whether a lock matches the Library's version; for another version, a build makes a new one. */
function fits(locked: Value, name: string, documents: Documents, versions: Tree): boolean {
  if (!isTree(locked)) return false;
  if (locked["version"] !== undefined) return documents.has(`lib/${name}.ts`);
  const wanted = packageOf(name, Object.hasOwn(versions, name) ? versions[name] : undefined);
  const root = Array.isArray(locked["lock"]) ? (locked["lock"] as Tree[])[0] : undefined;
  return (
    wanted !== null && (root === undefined || (root["name"] === wanted.name && root["version"] === wanted.version))
  );
}

/** The lock file's content without locks of Libraries that the documents lack, whatever their version. */
export function locksOf(documents: Documents, locks: Tree): Tree {
  const libraries = documents.get(singles.libraries);
  const versions = libraries !== undefined && "tree" in libraries ? libraries.tree : {};
  const isThere = (name: string) => documents.has(`lib/${name}.ts`) || Object.hasOwn(versions, name);
  return Object.fromEntries(Object.entries(locks).filter(([name]) => isThere(name)));
}

/** The documents without locks of Libraries that were removed or have another version now. */
export function withoutStaleLocks(documents: Documents): Documents {
  const lock = documents.get(singles.lock);
  if (lock === undefined || !("tree" in lock)) return documents;
  const libraries = documents.get(singles.libraries);
  const versions = libraries !== undefined && "tree" in libraries ? libraries.tree : {};
  const kept = Object.entries(lock.tree).filter(([name, one]) => fits(one, name, documents, versions));
  const left = new Map(documents);
  left.delete(singles.lock);
  return kept.length === 0 ? left : left.set(singles.lock, { tree: Object.fromEntries(kept) });
}
