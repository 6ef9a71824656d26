// Why: docs/decisions/shared-validators.md
import type { ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { compileSensitive, type MaskBySchema } from "@ferrule/contract/warnings/sensitive-schema.ts";
import type { BundleBytes } from "../../../ground/bundle-bytes.ts";
import { coercionsOf, type Coercions } from "../schemas/coercions.ts";
import type { Entry } from "../artifacts/artifact-digest.ts";
import { compileSchema, type Validate } from "../schemas/compile-schema.ts";
import { openSchema } from "@ferrule/contract/json-schema/open-schema.ts";
import { asMeant, type AsMeant } from "@ferrule/contract/json-schema/values/as-meant.ts";
import { withoutUnknown, type WithoutUnknown } from "@ferrule/contract/json-schema/values/without-unknown.ts";
import { nullAsAbsent, type WithoutNulls } from "@ferrule/contract/json-schema/values/null-as-absent.ts";

/** The compiled schemas of a Function. */
interface CompiledSchemas {
  validateInput: Validate;
  /**
   * The same for input that a sender has signed. Senders may add members at any time, so closed objects count as open.
   */
  validateOpenInput: Validate;
  /** Used for an input that does not fit. */
  withoutNulls: WithoutNulls;
  /** Used if an endpoint ignores arguments that a tool does not know. */
  withoutUnknown: WithoutUnknown;
  /** Used for arguments that still do not fit. */
  asMeant: AsMeant;
  /** Null without an output schema. */
  validateOutput: Validate | null;
  coercions: Coercions;
  /** Hides the parts that the schemas mark as sensitive, before recording. Null: they mark nothing. */
  hideInput: MaskBySchema | null;
  hideOutput: MaskBySchema | null;
  /**
   * Why a schema cannot be used; null when it can. With a reason, every call fails, and its record shows the reason.
   */
  broken: string | null;
}

/** A Function of an artifact. Its schemas are compiled once, by `prepare` or the first call that needs them. */
export interface CompiledFunction extends Readonly<CompiledSchemas> {
  artifact: ArtifactFunction;
  /** Its entry in the artifact. */
  entry: Entry<ArtifactFunction>;
  bundle: { digest: string; load: () => Promise<BundleBytes> };
  /** Whether its schemas are compiled. */
  readonly isPrepared: boolean;
  /** Compiles the schemas, unless they are compiled. */
  prepare: () => void;
}

function compileSchemas(artifact: ArtifactFunction, log: Log): CompiledSchemas {
  const compiled: CompiledSchemas = {
    validateInput: () => null,
    validateOpenInput: () => null,
    withoutNulls: nullAsAbsent(artifact.inputSchema),
    withoutUnknown: withoutUnknown(artifact.inputSchema),
    asMeant: asMeant(artifact.inputSchema),
    validateOutput: null,
    coercions: new Map(),
    hideInput: compileSensitive(artifact.inputSchema),
    hideOutput: compileSensitive(artifact.outputSchema),
    broken: null,
  };
  try {
    compiled.validateInput = compileSchema(artifact.inputSchema, "input");
    let open: Validate | undefined;
    compiled.validateOpenInput = (value, bytes) =>
      (open ??= compileSchema(openSchema(artifact.inputSchema), "input"))(value, bytes);
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

class FunctionOfArtifact implements CompiledFunction {
  readonly artifact: ArtifactFunction;
  readonly entry: Entry<ArtifactFunction>;
  readonly bundle: CompiledFunction["bundle"];
  readonly #log: Log;
  #schemas: CompiledSchemas | undefined;

  constructor(entry: Entry<ArtifactFunction>, load: (digest: string) => Promise<BundleBytes>, log: Log) {
    const digest = entry.value.bundleDigest;
    this.artifact = entry.value;
    this.entry = entry;
    this.bundle = { digest, load: () => load(digest) };
    this.#log = log;
  }

  get #compiled(): CompiledSchemas {
    return (this.#schemas ??= compileSchemas(this.artifact, this.#log));
  }

  get isPrepared(): boolean {
    return this.#schemas !== undefined;
  }

  prepare(): void {
    this.#schemas ??= compileSchemas(this.artifact, this.#log);
  }

  get validateInput() {
    return this.#compiled.validateInput;
  }
  get validateOpenInput() {
    return this.#compiled.validateOpenInput;
  }
  get withoutNulls() {
    return this.#compiled.withoutNulls;
  }
  get withoutUnknown() {
    return this.#compiled.withoutUnknown;
  }
  get asMeant() {
    return this.#compiled.asMeant;
  }
  get validateOutput() {
    return this.#compiled.validateOutput;
  }
  get coercions() {
    return this.#compiled.coercions;
  }
  get hideInput() {
    return this.#compiled.hideInput;
  }
  get hideOutput() {
    return this.#compiled.hideOutput;
  }
  get broken() {
    return this.#compiled.broken;
  }
}

/** Prepares a Function for calls. A schema that cannot be compiled breaks only this Function, not the deployment. */
export const compileFunction = (
  entry: Entry<ArtifactFunction>,
  load: (digest: string) => Promise<BundleBytes>,
  log: Log,
): CompiledFunction => new FunctionOfArtifact(entry, load, log);
