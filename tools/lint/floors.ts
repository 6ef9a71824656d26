// Why: docs/decisions/floors.md
/**
 * The folders of each package, lowest floor first. A folder imports only those of its own floor and of the floors below.
 * The files beside the folders stand on top, except where `beside` says so. Every folder is listed.
 */
export interface Floors {
  /** Folders of one floor may import each other: what they hold is used together. */
  floors: readonly (readonly string[])[];
  /** The files beside the folders that are used on every floor, and belong to none; true: all of them are. */
  beside?: true | readonly string[];
}

export const floorsOf: Readonly<Record<string, Floors>> = {
  contract: {
    floors: [
      ["guest", "internal", "json", "json-schema", "permissions", "resources", "settings", "sign-in", "warnings"],
      ["endpoint-openapi", "function-config", "mcp", "operations"],
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
  "embedded-postgres": { floors: [["place"], ["server"]], beside: ["connection-url.ts", "embedded-postgres-error.ts"] },
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
  "control-plane/people/identity": { floors: [["queries"], ["provider"], ["flow"]] },
  "control-plane/people/session": { floors: [["cookie"]], beside: ["queries.ts"] },
  "control-plane/observed/executions": { floors: [["filters"], ["queries"], ["archive"]], beside: true },
  "control-plane/data/records": { floors: [["queries"], ["writing"]] },
  "control-plane/authoring/functions": { floors: [["queries"], ["running"]], beside: ["config-in-source.ts"] },
  "control-plane/releases/deployments": {
    floors: [["queries"], ["artifacts"], ["comparing"], ["moves"], ["builds"]],
    beside: true,
  },
  "control-plane/serving/oauth": {
    floors: [["protocol", "queries"], ["clients", "callers"], ["consents"], ["tokens"]],
  },
  "control-plane/whole/project-source": { floors: [["held"], ["plan"]] },
  worker: { floors: [["ground"], ["running"], ["deployed"], ["calls"], ["doors"], ["building"]] },
  "worker/building/builds": {
    floors: [
      ["libraries"],
      ["program", "stand-ins"],
      ["cache", "check-schema", "declare-libraries", "derive-schema"],
      ["check-source", "messages"],
      ["processes"],
      ["compiler", "packages"],
      ["bundler"],
    ],
    beside: ["build-folders.ts"],
  },
  "worker/doors/serving": { floors: [["body"], ["frames"]], beside: true },
  "worker/doors/http-api": { floors: [["compression", "idempotency", "input"], ["documentation"]], beside: true },
  "worker/running/sandbox/call": { floors: [["outcome"]], beside: ["invocation.ts"] },
  "worker/running/sandbox/guest/web": { floors: [["crypto", "streams"], ["events"], ["fetch"]], beside: true },
  "worker/running/sandbox/executor": {
    floors: [["protocol", "subtle"], ["meters", "scheduling"], ["isolates"]],
    beside: ["call.ts"],
  },
  console: { floors: [["api", "components"], ["editor"], ["reference"], ["pages", "shell"], ["build", "public"]] },
  "console/components": {
    floors: [["button"], ["choose", "overlay", "show"], ["chart", "filter", "form", "table"]],
    beside: true,
  },
};
