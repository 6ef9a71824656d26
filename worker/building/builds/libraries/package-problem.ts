export const packageProblemCodes = [
  "LIBRARY_NOT_FOUND",
  "LIBRARY_UNAVAILABLE",
  "LIBRARY_UNREADABLE",
  "LIBRARY_INTEGRITY",
  "LIBRARY_TOO_LARGE",
  "LIBRARY_UNSAFE",
  "LIBRARY_DEPENDENCIES",
  "LIBRARY_REFUSED",
] as const;
export type PackageProblemCode = (typeof packageProblemCodes)[number];

/** Why a package is not available, in a sentence for the author of the Function that imports it. */
export class PackageProblem extends Error {
  override name = "PackageProblem";
  readonly code: PackageProblemCode;

  constructor(code: PackageProblemCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
