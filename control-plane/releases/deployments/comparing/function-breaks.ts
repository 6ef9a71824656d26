import type { ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import { compareSchemas } from "./compare-schemas.ts";

const schemaBreaks = (was: ArtifactFunction, is: ArtifactFunction) => [
  ...compareSchemas("input", was.inputSchema, is.inputSchema),
  ...compareSchemas("output", was.outputSchema, is.outputSchema),
];

/** A durable Function responds with a run, any other with its result. */
export function runBreaks(was: ArtifactFunction, is: ArtifactFunction): string[] {
  if (was.run === is.run) return [];
  return [
    is.run === "durable"
      ? "Callers get a run instead of the result, because the Function is now durable."
      : "Callers get the result instead of a run, because the Function is no longer durable.",
  ];
}

/** What callers of a Function lose, in sentences. */
export const functionBreaks = (was: ArtifactFunction, is: ArtifactFunction) => [
  ...runBreaks(was, is),
  ...schemaBreaks(was, is),
];
