/** Which workspaces each folder may import. A role never imports another role: roles communicate over HTTP. */
export const mayImport = {
  contract: [],
  kit: [],
  "embedded-postgres": ["kit"],
  gateway: ["contract", "kit"],
  "control-plane": ["contract", "kit", "embedded-postgres"],
  worker: ["contract", "kit"],
  console: ["contract"],
  cli: ["contract", "kit"],
  demo: ["contract", "kit"],
  "one-machine": ["contract", "kit", "embedded-postgres", "demo"],
  acceptance: [
    "contract",
    "kit",
    "embedded-postgres",
    "one-machine",
    "gateway",
    "control-plane",
    "worker",
    "cli",
    "demo",
  ],
  bench: ["contract", "kit", "acceptance", "worker"],
  tools: ["contract", "embedded-postgres", "one-machine"],
} as const satisfies Record<string, readonly string[]>;

/** Packages that a folder must not import, and why. */
export const mustNotImport: Partial<Record<keyof typeof mayImport, { packages: string[]; because: string }>> = {
  contract: {
    packages: ["node:*", "pg", "kysely", "fastify", "undici", "react", "pino"],
    because: "it runs in Node and in the browser",
  },
  gateway: { packages: ["pg", "kysely", "isolated-vm", "esbuild"], because: "it has no database and no sandbox" },
  "control-plane": {
    packages: ["isolated-vm", "esbuild", "typescript-compiler", "typescript", "node:vm", "vm"],
    because: "Function source is never evaluated here",
  },
  console: { packages: ["node:*", "pg", "fastify", "undici"], because: "it runs in the browser" },
  worker: { packages: ["kysely", "@ferrule/embedded-postgres"], because: "it has no credentials of our own database" },
};

export const folders = Object.keys(mayImport) as (keyof typeof mayImport)[];
