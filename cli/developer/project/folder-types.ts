import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataType } from "@ferrule/contract/data-type.ts";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { isTree, singles, type Documents, type Tree } from "../../folder/documents.ts";

/** The bundler puts the text of `contract/guest/*.d.ts` here. */
declare const FERRULE_GUEST_TYPES: string | undefined;

let guest: string | undefined;

function guestTypes(): string {
  if (typeof FERRULE_GUEST_TYPES === "string") return FERRULE_GUEST_TYPES;
  if (guest === undefined) {
    const folder = dirname(fileURLToPath(import.meta.resolve("@ferrule/contract/guest/ferrule.d.ts")));
    const names = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
    guest = names
      .sort()
      .map((name) => `${readFileSync(join(folder, name), "utf8").trimEnd()}\n`)
      .join("\n");
  }
  return guest;
}

const head = "// Written by `ferrule pull` and `ferrule push`. Do not edit.\n\n";

function treeOf(documents: Documents, path: string): Tree {
  const document = documents.get(path);
  return document !== undefined && "tree" in document ? document.tree : {};
}

function projectPart(documents: Documents): string {
  const named = Object.entries(treeOf(documents, singles.secrets));
  const secrets = named.map(([name, environments]) => ({ name, environments: environments as Environment[] }));
  const collections = [...documents].flatMap(([path, document]) => {
    const name = /^collections\/(.+)\.yaml$/.exec(path)?.[1];
    if (name === undefined || !("tree" in document)) return [];
    return [{ name, type: dataType((document.tree["schema"] ?? {}) as Record<string, unknown>) }];
  });
  const connections = Object.keys(treeOf(documents, singles.connections));
  // Only the server knows the tables behind a connection.
  const typed = connections.map((name) => ({ name, type: "Record<string, Record<string, unknown>>" }));
  // Only a build knows the input of a Function whose schema is not written beside it.
  const functions = [...documents.keys()].flatMap((path) => {
    const name = /^functions\/([^/.]+)\.ts$/.exec(path)?.[1];
    if (name === undefined) return [];
    const schema = treeOf(documents, `functions/${name}.yaml`)["inputSchema"];
    return [{ name, type: isTree(schema) ? dataType(schema) : "unknown" }];
  });
  const packages = Object.entries(treeOf(documents, singles.libraries)).map(([name, one]) =>
    isTree(one) ? (one["package"] as string) : name,
  );
  // Without types, because only a build fetches the packages.
  const modules = packages.sort().map((name) => `declare module ${JSON.stringify(name)};\n`);
  const declared = projectTypes({ secrets, collections, connections: typed, functions });
  return [declared, modules.join("")].filter(Boolean).join("\n");
}

/**
 * The files that let an editor complete and check Functions without a server: the guest's types, and the names of the
 * Project's secrets, collections, connections, Functions and npm Libraries.
 */
export function typeFiles(documents: Documents): Map<string, string> {
  return new Map([
    ["ferrule.d.ts", head + guestTypes()],
    ["project.d.ts", head + projectPart(documents)],
  ]);
}
