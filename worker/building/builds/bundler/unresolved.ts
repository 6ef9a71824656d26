/** Why an import cannot be resolved, for the author. */
export class Unresolved extends Error {
  override name = "Unresolved";
  readonly code: "BUNDLE_FAILED" | "MODULE_REFUSED";

  /** `MODULE_REFUSED`: the package needs something that Functions cannot have. */
  constructor(message: string, code: Unresolved["code"] = "BUNDLE_FAILED", options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
