/**
 * How a Function is type-checked, as in a `tsconfig.json`: strict, for a sandbox without DOM and Node. The build and
 * the editor both read it. `noImplicitAny` is on because without it, `[]` is `never[]`, and plain JavaScript like
 * `const out = []; out.push(1)` would not compile. We drop its complaints about missing annotations from the
 * diagnostics instead; see `isMissingAnnotation`.
 */
export const guestCompilerOptions = {
  target: "esnext",
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  lib: ["esnext"],
  types: [],
  strict: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
};

const missingAnnotation = new Set([
  7005, 7006, 7008, 7009, 7010, 7011, 7012, 7013, 7014, 7015, 7016, 7017, 7018, 7019, 7020, 7022, 7023, 7024, 7025,
  7031, 7032, 7033, 7034, 7039, 7052, 7053, 7055, 7056, 7057,
]);

/** Whether a TypeScript error code comes only from `noImplicitAny`. Plain JavaScript needs no annotations. */
export function isMissingAnnotation(code: number): boolean {
  return missingAnnotation.has(code);
}
