import type { Handlers } from "../../ground/handler/handler.ts";
import { describeExport } from "./describe-export.ts";
import { readExport } from "./queries.ts";

/** The export, its progress, and the records that still wait. */
export const getExport: Handlers["getExport"] = async ({ scope }) => describeExport(scope, await readExport(scope));
