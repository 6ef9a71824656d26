import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { storedPolicy } from "../../planning/plan-endpoint.ts";
import { storedFunctions } from "../../planning/plan-functions.ts";
import { storedLibraries } from "../../planning/plan-libraries.ts";
import type { Held } from "./read-held.ts";

/** A checked source as the Project stores it: with what Functions' sources set, and with what builds found of Libraries. */
export const storedSource = (source: ProjectSource, held: Held): ProjectSource => ({
  ...source,
  functions: storedFunctions(source.functions, held.functions),
  libraries: storedLibraries(source.libraries, held.libraries),
  endpoints: source.endpoints.map((endpoint) => {
    const { policies } = endpoint;
    if (policies === undefined) return endpoint;
    const { development, production } = policies;
    return {
      ...endpoint,
      policies: { development: storedPolicy(development), production: storedPolicy(production) },
    };
  }),
});
