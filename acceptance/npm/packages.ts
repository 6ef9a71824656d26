import { clients } from "./clients.ts";
import { documents } from "./documents.ts";
import type { TestedPackage } from "./tested-package.ts";
import { values } from "./values.ts";

/** Packages that Functions use; each has a Function that does something useful with it. */
export const testedPackages: readonly TestedPackage[] = [...documents, ...values, ...clients];
