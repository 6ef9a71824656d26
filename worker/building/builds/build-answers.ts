import { derivedContract, diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { z } from "zod";
import type { BundleAnswer, CompileAnswer, MemberAnswer, ProcessAnswer } from "./build-messages.ts";

// What the worker accepts as an answer of a build process. Build processes read untrusted code, so every answer is
// checked.

export const processAnswer: z.ZodType<ProcessAnswer> = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ id: z.number(), failure: z.string() }),
  z.strictObject({ id: z.number(), body: z.unknown() }),
]);

export const compileAnswer: z.ZodType<CompileAnswer> = z.strictObject({
  diagnostics: z.array(diagnostic),
  derived: derivedContract,
});

export const memberAnswer: z.ZodType<MemberAnswer> = compileAnswer.nullable();

export const bundleAnswer: z.ZodType<BundleAnswer> = z.strictObject({
  bundle: z.strictObject({ code: z.string(), sourceMap: z.string() }).nullable(),
  diagnostics: z.array(diagnostic),
});

export const declareAnswer = z.strictObject({ declarations: z.string(), untyped: z.array(z.string()) });
