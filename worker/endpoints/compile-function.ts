import type { ArtifactFunction, Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { compileSensitive, type MaskBySchema } from "@ferrule/contract/sensitive-schema.ts";
import { coercionsOf, type Coercions } from "../http-api/coercions.ts";
import { compileSchema, type Validate } from "./compile-schema.ts";
import { nullAsAbsent, type WithoutNulls } from "@ferrule/contract/json-schema/null-as-absent.ts";

/** A Function of an artifact, with everything that can be prepared for its calls. */
export interface CompiledFunction {
  artifact: ArtifactFunction;
  bundle: { digest: string; load: () => Promise<Bundle> };
  validateInput: Validate;
  /** Used for an input that does not fit. */
  withoutNulls: WithoutNulls;
  /** Null without an output schema. */
  validateOutput: Validate | null;
  coercions: Coercions;
  /** Hide what the schemas mark as sensitive before it is recorded. Null: they mark nothing. */
  hideInput: MaskBySchema | null;
  hideOutput: MaskBySchema | null;
  /** Set when a schema cannot be used. Every call then fails, and this gives the reason in its record. */
  broken: string | null;
}

/** Prepares a Function's calls. A schema that cannot be compiled breaks this Function, not the deployment. */
export function compileFunction(
  artifact: ArtifactFunction,
  load: (digest: string) => Promise<Bundle>,
  log: Log,
): CompiledFunction {
  const digest = artifact.bundleDigest;
  const compiled: CompiledFunction = {
    artifact,
    bundle: { digest, load: () => load(digest) },
    validateInput: () => null,
    withoutNulls: nullAsAbsent(artifact.inputSchema),
    validateOutput: null,
    coercions: new Map(),
    hideInput: compileSensitive(artifact.inputSchema),
    hideOutput: compileSensitive(artifact.outputSchema),
    broken: null,
  };
  try {
    compiled.validateInput = compileSchema(artifact.inputSchema, "input");
    if (artifact.outputSchema !== null) compiled.validateOutput = compileSchema(artifact.outputSchema, "output");
    compiled.coercions = coercionsOf(artifact.inputSchema);
  } catch (error) {
    compiled.broken = error instanceof Error ? error.message : String(error);
    log.error(
      { functionId: artifact.id, functionName: artifact.name, err: error },
      "a Function's schema cannot be used",
    );
  }
  return compiled;
}
