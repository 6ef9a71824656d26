import { environments } from "@ferrule/contract/states.ts";
import { environmentNames } from "./environment-names.ts";

/** The environments for a `Select`. */
export const environmentChoices = environments.map((value) => ({ value, label: environmentNames[value] }));
