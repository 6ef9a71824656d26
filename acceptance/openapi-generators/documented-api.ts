import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeHttp } from "@ferrule/contract/endpoint-openapi/describe-http.ts";
import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createBuilder } from "@ferrule/worker/building/builds/builder.ts";

/** Functions whose types are hard to document: they contain themselves and each other, and are generic. */
const sources = {
  "list-nodes": `
    interface Tree<T> { value: T; children: Tree<T>[] }
    interface Employee { name: string; boss?: Employee; team: Team }
    interface Team { title: string; members: Employee[] }
    interface Input { depth?: number; of?: "all" | "some" }
    export default (input: Input): { tree: Tree<string>; numbers: Tree<number>; lead: Employee } | null => null;`,
  "save-node": `
    interface Filter { and?: Filter[]; field?: string; "odd name/with ~signs"?: string }
    interface Input { nodeId: string; filter: Filter; path: [number, string]; when: { kind: "now" } | { kind: "at"; at: string } }
    export default (input: Input): Filter => input.filter;`,
  "whole-tree": `
    interface Input { name: string; children?: Input[] }
    export default (input: Input): Input => input;`,
};

const routes: [keyof typeof sources, ArtifactRoute["method"], string][] = [
  ["list-nodes", "GET", "/nodes"],
  ["save-node", "PUT", "/nodes/{nodeId}"],
  ["whole-tree", "POST", "/trees"],
];

/** The OpenAPI document of an HTTP API with these Functions, built and described as a worker does. */
export async function documentedApi(): Promise<object> {
  const cacheDir = mkdtempSync(join(tmpdir(), "ferrule-openapi-"));
  try {
    await using builder = createBuilder({ log: createLog("openapi", "silent"), cacheDir });
    const common = { revision: 1, inputSchema: null, outputSchema: null, permissions: noPermissions, libraries: [] };
    const drafts = Object.entries(sources).map(([slug, source]) => ({ ...common, id: `fn_${slug}`, slug, source }));
    const { functions } = await builder.build(drafts, { libraries: [] });
    const offers = routes.map(([slug, method, path]) => {
      const { derived, diagnostics } = functions.find(({ id }) => id === `fn_${slug}`)!;
      if (!derived) throw new Error(`${slug} is not built: ${JSON.stringify(diagnostics)}`);
      const binding = { method, path, description: derived.description, successStatus: 200 } as ArtifactRoute;
      return { binding, held: { slug, ...derived } as Parameters<typeof describeHttp>[1][number]["held"] };
    });
    const caller = { mode: "api-key", keys: true, scopes: [], issuer: null, signature: null } as const;
    const origin = "https://ferrule.example.com";
    const server = `${origin}/http/production/shop/api`;
    return describeHttp({ title: "Shop", description: "", digest: null, server, authority: origin, caller }, offers);
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
