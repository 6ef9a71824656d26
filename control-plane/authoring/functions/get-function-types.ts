import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import { listTypedCollections } from "../../data/collections/typed-collections.ts";
import { listTypedConnections } from "../../data/connections/typed-connections.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { allLibraries } from "../libraries/queries.ts";
import { listSecretNames } from "../../data/secrets/queries/secrets.ts";
import { listTypedFunctions } from "./typed-functions.ts";
import { declaredLibraries } from "./declared-libraries.ts";

const folder = dirname(fileURLToPath(import.meta.resolve("@ferrule/contract/guest/ferrule.d.ts")));

async function composeTypes(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".d.ts")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => `${text.trimEnd()}\n`).join("\n");
}

let composed: Promise<string> | undefined;

/**
 * The ambient types for writing a Function of this Project (functions.md, Context), as one `.d.ts`: the context and the
 * globals, then the Project's secrets, collections, connections and Functions as literal types, then a module for each
 * Library. A worker finds the exports of Libraries; if no worker does so in time, we declare them without types.
 */
export const getFunctionTypes: Handlers["getFunctionTypes"] = async ({ app, projectId, read, signal }) => {
  const { libraries, ...typed } = await read(async (scope) => ({
    secrets: await listSecretNames(scope),
    collections: await listTypedCollections(scope),
    connections: await listTypedConnections(scope),
    functions: await listTypedFunctions(scope),
    libraries: await allLibraries(scope),
  }));
  composed ??= composeTypes();
  const parts = [await composed, projectTypes(typed), await declaredLibraries(app, projectId, { libraries, signal })];
  const text = parts.filter((part) => part !== "").join("\n");
  return { raw: { contentType: "text/plain; charset=utf-8", chunks: text } };
};
