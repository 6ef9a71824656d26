import type { Handlers } from "../../ground/handler/handler.ts";
import { describeExport } from "./describe-export.ts";
import { readExport } from "./queries.ts";

/** The export, how far it has come, and what still waits. */
export const getExport: Handlers["getExport"] = async ({ scope }) => describeExport(scope, await readExport(scope));
