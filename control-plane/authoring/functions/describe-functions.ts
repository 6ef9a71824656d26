import { pickFields, resourceFrom } from "@ferrule/contract/resource-fields.ts";
import {
  functionResource,
  functionSummary,
  settingNames,
  type FunctionResource,
} from "@ferrule/contract/resources/function.ts";
import { readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import type { FunctionRow, FunctionSummaryRow } from "./queries/functions.ts";
import type { Served } from "./queries/served-revisions.ts";

type Summary = Omit<FunctionResource, "source" | "tests" | "inputSchema" | "outputSchema" | "derived" | "setInCode">;

/** `draft`: Development does not serve it; `deployed`: it serves this revision; `changed`: it serves another one. */
function statusOf(revision: number, served: number | null): Summary["status"] {
  if (served === null) return "draft";
  return served === revision ? "deployed" : "changed";
}

/** A Function as a list shows it. */
export const describeSummary = (row: FunctionSummaryRow, served: Served): Summary =>
  resourceFrom(functionSummary, row, {
    status: statusOf(row.revision, served.development),
    served: pickFields(functionSummary.shape.served, served),
  });

const texts = functionResource.pick({
  source: true,
  tests: true,
  inputSchema: true,
  outputSchema: true,
  derived: true,
});

/** A Function with its source and schemas. */
export const describeFunction = (row: FunctionRow, served: Served): FunctionResource => ({
  ...describeSummary(row, served),
  ...pickFields(texts, row),
  setInCode: settingNames.filter((name) => name in readableConfig(row.source)),
});
