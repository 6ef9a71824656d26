import type { Environment } from "@ferrule/contract/states.ts";

/** Display names of the environments. */
export const environmentNames: Record<Environment, string> = { development: "Development", production: "Production" };
