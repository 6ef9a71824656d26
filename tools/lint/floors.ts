// Why: docs/decisions/floors.md
/**
 * The folders of each package, lowest floor first. A folder imports only those of its own floor and of the floors below.
 * The files beside the folders stand on top, except where `beside` says so. Every folder is listed. A folder with more
 * than 25 files of its own has folders inside, unless it is a catalogue.
 */
export interface Floors {
  /** Folders of one floor may import each other, but not in a circle. */
  floors: readonly (readonly string[])[];
  /** Why folders of one floor may import each other in a circle all the same. */
  together?: string;
  /** The files beside the folders that are used on every floor, and belong to none; true: all of them are. */
  beside?: true | readonly string[];
}

export const floorsOf: Readonly<Record<string, Floors>> = {
  contract: {
    floors: [
      [
        "guest",
        "help",
        "internal",
        "json",
        "json-schema",
        "mcp-bindings",
        "permissions",
        "resources",
        "routes",
        "settings",
        "sign-in",
        "warnings",
      ],
      ["endpoint-openapi", "function-config", "function-tests", "mcp", "operations"],
      ["openapi"],
    ],
    beside: true,
    together: "Its folders hold parts of the same messages, such as the permissions of a Function.",
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
  "control-plane/serving/crons": { floors: [["queries"], ["bindings"], ["runs"]] },
  "control-plane/serving/oauth": {
    floors: [["queries"], ["protocol"], ["clients", "callers"], ["consents"], ["tokens"], ["agents"]],
    beside: ["limits.ts"],
  },
  "cli/developer": {
    floors: [
      ["completion", "credentials", "server", "terminal"],
      ["pipelines"],
      ["context"],
      ["commits", "deployments", "doctor", "options", "project", "sign-in"],
      ["executions", "live", "previews", "runs"],
      ["dev"],
      ["function-tests"],
      ["commands"],
    ],
    beside: ["command-error.ts", "commands.ts", "described-error.ts", "exit-codes.ts", "version.ts"],
  },
  "cli/folder": { floors: [["yaml"], ["merging"], ["contents"]], beside: true },
  "control-plane/whole/alerts": { floors: [["queries"], ["sending"], ["channels"]], beside: true },
  "control-plane/whole/project-source": { floors: [["held"], ["plan"], ["previewing"]] },
  worker: { floors: [["ground"], ["running"], ["deployed"], ["calls"], ["doors"], ["building"]] },
  "worker/running": { floors: [["databases", "secrets"], ["sandbox"]] },
  "worker/deployed/endpoints": {
    floors: [["artifacts", "schemas"], ["functions"], ["bindings"], ["activation"], ["served"], ["previews"], ["feed"]],
  },
  "worker/building/builds": {
    floors: [
      ["libraries"],
      ["program", "stand-ins"],
      ["cache", "check-schema", "coverage", "declare-libraries", "derive-schema"],
      ["check-source", "messages"],
      ["check-runs", "processes"],
      ["compiler", "packages"],
      ["bundler"],
    ],
    beside: ["build-folders.ts"],
  },
  "worker/doors/serving": { floors: [["body"], ["frames"]], beside: true },
  "worker/doors/http-api": { floors: [["compression", "idempotency", "input"], ["documentation"]], beside: true },
  "worker/doors/mcp": {
    floors: [
      ["elicitation"],
      ["transport"],
      ["calling"],
      ["tasks"],
      ["tools", "resources", "prompts"],
      ["completion", "skills"],
      ["subscriptions"],
      ["lifecycle"],
    ],
  },
  "worker/running/sandbox/call": { floors: [["outcome"]], beside: ["invocation.ts"] },
  "worker/running/sandbox/guest/web": { floors: [["crypto", "streams"], ["events"], ["fetch"]], beside: true },
  "worker/running/sandbox/executor": {
    floors: [["protocol", "subtle"], ["meters", "scheduling"], ["isolates"]],
    beside: ["call.ts"],
  },
  console: {
    floors: [["api", "components"], ["editor"], ["reference"], ["pages", "shell"], ["build", "public"]],
    together: "The shell leads to the pages and stands around them.",
  },
  "console/build": { floors: [["manual"]] },
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
    floors: [["callers"], ["rules"], ["approvals", "clients", "keys", "limits", "try"], ["policy"]],
    beside: true,
  },
};

/** How many files a folder has at most before it needs folders inside. */
export const mostFiles = 25;

/**
 * Folders that may have more files: catalogues. Each file is another one of the same kind, and people look it up by its
 * name.
 */
export const catalogues: readonly string[] = [
  "acceptance/browser",
  "acceptance/journeys",
  "acceptance/rules/recipes",
  "bench",
  "contract/internal",
  "contract/operations",
  "contract/resources",
  "control-plane/ground/store/tables",
  "worker/building/builds/stand-ins/modules",
];
