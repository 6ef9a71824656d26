import { createHash } from "node:crypto";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import {
  projectSource,
  type GivenProjectSource,
  type ProjectSource,
} from "@ferrule/contract/resources/project-source.ts";
import type { ProjectServer } from "../workplace.ts";

const digestOf = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");
const moved = (digest: string) =>
  new ApiError(409, { code: "INVALID_STATE", message: "It has moved on.", requestId: "req", details: { digest } });

type Item = Record<string, unknown>;
const lists: Record<string, (one: Item) => string> = {
  functions: (one) => one["slug"] as string,
  libraries: (one) => one["name"] as string,
  collections: (one) => one["name"] as string,
  endpoints: (one) => one["slug"] as string,
  crons: (one) => `${one["name"] as string} ${one["environment"] as string} ${one["function"] as string}`,
};
const bindingKey = (one: Item) => (one["toolName"] ?? `${one["method"] as string} ${one["path"] as string}`) as string;

function sorted<T>(items: readonly T[], keyOf: (one: T) => string): T[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The Project after this request, plus what it keeps if nothing is deleted. */
function kept<T>(sent: readonly T[], held: readonly T[], keyOf: (one: T) => string, deletes: boolean): T[] {
  const names = new Set(sent.map(keyOf));
  return sorted(deletes ? sent : [...sent, ...held.filter((one) => !names.has(keyOf(one)))], keyOf);
}

/** The three operations on one Project in memory, with their promises about digests and deletes. */
export class StandInServer implements ProjectServer {
  source: ProjectSource;
  /** Runs before an apply is checked, to play somebody who is quicker. */
  beforeApply: () => void = () => undefined;
  /** Names of the operations that were called. */
  readonly calls: string[] = [];

  constructor(source: GivenProjectSource) {
    this.source = this.#asExported(projectSource.parse(source));
  }

  get digest(): string {
    const libraries = this.source.libraries.map((one) =>
      one.kind === "npm" ? { ...one, lock: undefined, integrity: undefined } : one,
    );
    return digestOf({ ...this.source, libraries });
  }

  /** Changes the Project as somebody would in the console. */
  edit(change: (source: ProjectSource) => void): void {
    const copy = structuredClone(this.source);
    change(copy);
    this.source = this.#asExported(copy);
  }

  #asExported(source: ProjectSource): ProjectSource {
    const all = Object.entries(lists).map(([list, keyOf]) => [
      list,
      sorted(source[list as "functions"], keyOf as never),
    ]);
    const policies = { caller: { mode: "none" } };
    const made = projectSource.parse({ ...source, ...Object.fromEntries(all) });
    for (const endpoint of made.endpoints) {
      endpoint.bindings = sorted(endpoint.bindings, bindingKey as never);
      endpoint.policies ??= { development: policies, production: policies } as never;
    }
    for (const collection of made.collections) collection.grants ??= [];
    return made;
  }

  #after(sent: ProjectSource, deletes: boolean): ProjectSource {
    const held = this.source;
    const all = Object.entries(lists).map(([list, keyOf]) => [
      list,
      kept(sent[list as "functions"], held[list as "functions"], keyOf as never, deletes),
    ]);
    const merged = { ...sent, ...Object.fromEntries(all), secrets: held.secrets, connections: held.connections };
    for (const endpoint of merged.endpoints as ProjectSource["endpoints"]) {
      const before = held.endpoints.find(({ slug }) => slug === endpoint.slug);
      endpoint.bindings = kept(endpoint.bindings, before?.bindings ?? [], bindingKey as never, deletes);
      endpoint.policies ??= before?.policies;
    }
    return this.#asExported(merged as ProjectSource);
  }

  #plan(body: { source: GivenProjectSource; base?: string | undefined; delete?: boolean | undefined }) {
    if (body.base !== undefined && body.base !== this.digest) throw moved(this.digest);
    const after = this.#after(projectSource.parse(body.source), body.delete === true);
    const changes = Object.entries(lists).flatMap(([list, keyOf]) => {
      const [held, now] = [this.source, after].map(
        (source) => new Map((source[list as "functions"] as never as Item[]).map((one) => [keyOf(one), one])),
      ) as [Map<string, Item>, Map<string, Item>];
      return [...new Set([...held.keys(), ...now.keys()])].flatMap((name) => {
        const [before, then] = [held.get(name), now.get(name)];
        if (canonicalJson(before ?? null) === canonicalJson(then ?? null)) return [];
        const change: "added" | "changed" | "removed" =
          before === undefined ? "added" : then === undefined ? "removed" : "changed";
        const kind = list === "functions" ? ("function" as const) : ("library" as const);
        return [{ kind, name, change, fields: [], allowed: true, within: null }];
      });
    });
    const missing = { secrets: [], connections: [], libraries: [], collections: [], grants: [] };
    const digest = digestOf([after, this.digest]);
    const breaking = { development: [], production: [] };
    return { after, plan: { changes, kept: [], missing, warnings: [], breaking, digest, base: this.digest } };
  }

  getProjectSource: ProjectServer["getProjectSource"] = async () => {
    this.calls.push("get");
    return structuredClone({ source: this.source, digest: this.digest });
  };

  previewProjectSource: ProjectServer["previewProjectSource"] = async ({ body }) => {
    this.calls.push("preview");
    return this.#plan(structuredClone(body)).plan;
  };

  applyProjectSource: ProjectServer["applyProjectSource"] = async ({ body }) => {
    this.calls.push("apply");
    this.beforeApply();
    const { after, plan } = this.#plan(structuredClone(body));
    if (plan.digest !== body.previewDigest) throw moved(this.digest);
    this.source = after;
    return { ...plan, appliedDigest: this.digest };
  };
}
