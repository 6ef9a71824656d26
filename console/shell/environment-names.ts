import type { Environment } from "@ferrule/contract/states.ts";

/** The environments as people read them. */
export const environmentNames: Record<Environment, string> = { development: "Development", production: "Production" };
