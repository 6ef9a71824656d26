// Why: docs/decisions/floors.md
/**
 * The folders of each package, lowest floor first. A folder imports only those of its own floor and of the floors
 * below. The files beside the folders are on top, unless `beside` says otherwise. Every folder is listed.
 */
export interface Floors {
  /** Folders on one floor may import each other, because their contents are used together. */
  floors: readonly (readonly string[])[];
  /** The files beside the folders that are used on every floor, and belong to none; true: all of them are. */
  beside?: true | readonly string[];
}

export const floorsOf: Readonly<Record<string, Floors>> = {
  contract: {
    floors: [
      ["guest", "internal", "json", "json-schema", "permissions", "resources", "settings", "warnings"],
      ["endpoint-openapi", "function-config", "function-tests", "mcp", "operations"],
      ["openapi"],
    ],
    beside: true,
  },
  "contract/json-schema": {
    floors: [
      ["patterns", "walking"],
      ["applying", "checking", "values"],
    ],
    beside: true,
  },
  kit: {
    floors: [
      ["frames", "json", "masking", "metrics", "network", "process", "tls", "tracing", "turns"],
      ["http", "peers"],
    ],
    beside: true,
  },
  gateway: {
    floors: [
      ["answers", "balance", "frames", "proxied", "tls"],
      ["http2", "pages", "upstreams"],
      ["forwarding", "server"],
    ],
    beside: ["bounds.ts"],
  },
  "control-plane": {
    floors: [
      ["ground"],
      ["people"],
      ["observed"],
      ["data"],
      ["authoring"],
      ["releases"],
      ["serving"],
      ["whole"],
      ["doors"],
    ],
  },
  "control-plane/ground/store": {
    floors: [["tables"], ["connections", "notifications", "roles", "rows"], ["schema"]],
    beside: true,
  },
  "control-plane/releases/deployments": {
    floors: [["queries"], ["artifacts"], ["comparing"], ["moves"], ["builds"]],
    beside: true,
  },
  "control-plane/serving/oauth": {
    floors: [["protocol", "queries"], ["clients", "callers"], ["consents"], ["tokens"]],
  },
  worker: { floors: [["ground"], ["running"], ["deployed"], ["calls"], ["doors"], ["building"]] },
  "worker/building/builds": {
    floors: [
      ["libraries"],
      ["program", "stand-ins"],
      ["cache", "check-schema", "coverage", "declare-libraries", "derive-schema"],
      ["check-source", "messages"],
      ["processes"],
      ["compiler", "packages"],
      ["bundler"],
    ],
    beside: ["build-folders.ts"],
  },
  "worker/running/sandbox/executor": {
    floors: [["protocol", "subtle"], ["meters", "scheduling"], ["isolates"]],
    beside: ["call.ts"],
  },
  console: { floors: [["api", "components"], ["editor"], ["reference"], ["pages", "shell"], ["build", "public"]] },
  "console/components": {
    floors: [
      ["button", "keyboard"],
      ["choose", "overlay", "show"],
      ["chart", "filter", "form", "table"],
    ],
    beside: true,
  },
  "console/shell": {
    floors: [["environment", "navigation", "page", "sign-in"], ["project"], ["banner", "keyboard"], ["header"]],
  },
  "console/pages/data": { floors: [["collection", "schema"], ["where"], ["records"]], beside: true },
  "console/pages/endpoints/access": {
    floors: [["callers"], ["rules"], ["clients", "keys", "limits", "try"], ["policy"]],
    beside: true,
  },
};
