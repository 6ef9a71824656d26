import assert from "node:assert/strict";
import { prefixOf } from "@ferrule/gateway/answers/prefix-of.ts";
import { isDocumentation } from "@ferrule/gateway/pages/documentation.ts";
import { added, specified } from "../specified-paths.ts";

const operational = ["/health", "/ready", "/metrics"];
const runtime = ["/mcp/development/demo/assistant", "/http/development/demo/orders/docs", "/http/llms.txt"];
const wellKnown = ["/oauth/token", "/.well-known/oauth-protected-resource"];

/** The gateway asks for the documentation only at paths that belong to nobody else. */
export function documentationShadowsNothing(): void {
  const paths = [...specified, ...added].map(({ path }) => path);
  for (const path of [...paths, ...runtime, ...wellKnown]) {
    assert.notEqual(prefixOf(path), "files", path);
    assert.ok(!isDocumentation(path), path);
  }
  for (const path of operational) assert.ok(!isDocumentation(path), path);
  for (const path of ["/docs", "/docs/mcp", "/llms.txt"]) assert.ok(isDocumentation(path), path);
}
