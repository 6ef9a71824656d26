// Why: docs/decisions/floors.md
/**
 * The folders of each package, lowest floor first. A folder imports only those of its own floor and of the floors below.
 * The files beside the folders stand on top, except where `beside` says so. Every folder is listed.
 */
export interface Floors {
  /** Folders of one floor may import each other: what they hold is used together. */
  floors: readonly (readonly string[])[];
  /** The package's own files are used on every floor, and belong to none. */
  beside?: true;
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
  kit: { floors: [["frames", "masking", "peers", "tls", "tracing"]], beside: true },
  gateway: { floors: [["balance", "frames", "http2", "proxied", "tls"]], beside: true },
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
  "control-plane/releases/deployments": {
    floors: [["queries"], ["artifacts"], ["comparing"], ["moves"], ["builds"]],
    beside: true,
  },
  "control-plane/serving/oauth": {
    floors: [["protocol", "queries"], ["clients", "callers"], ["consents"], ["tokens"]],
  },
  worker: { floors: [["ground"], ["running"], ["deployed"], ["calls"], ["doors"], ["building"]] },
  console: { floors: [["api", "components"], ["editor"], ["reference"], ["pages", "shell"], ["build", "public"]] },
  "console/components": {
    floors: [["button"], ["choose", "overlay", "show"], ["chart", "filter", "form", "table"]],
    beside: true,
  },
};
