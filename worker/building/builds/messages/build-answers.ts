import { derivedContract, diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import { z } from "zod";
import type { BundleAnswer, CompileAnswer, MemberAnswer, ProcessAnswer, TestFileAnswer } from "./build-messages.ts";
import type { DeclareAnswer } from "../declare-libraries/declare-libraries.ts";

// The accepted forms of a build process's response. Build processes read untrusted code, so we check every response.

const processAnswer: z.ZodType<ProcessAnswer> = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ id: z.number(), failure: z.string() }),
  z.strictObject({ id: z.number(), body: z.unknown() }),
]);

/** No derived schema nests deeper. */
const deepestHead = 1_000;

/**
 * Reads the head of a message of a build process.
 * @throws SyntaxError when it is not JSON or nests too deeply, RangeError when it is not a response
 */
export function readAnswer(head: Buffer): ProcessAnswer {
  const answer = processAnswer.safeParse(parseJson(head.toString("utf8"), deepestHead));
  if (answer.success) return answer.data;
  throw new RangeError("A build process sent an invalid answer.", { cause: answer.error });
}

export const compileAnswer: z.ZodType<CompileAnswer> = z.strictObject({
  diagnostics: z.array(diagnostic),
  derived: derivedContract,
});

const count = z.number().int().min(0);
export const testFileAnswer: z.ZodType<TestFileAnswer> = z.strictObject({
  diagnostics: z.array(diagnostic),
  covered: z.array(
    z.strictObject({ name: z.string().max(200), lines: z.array(count), branches: count, functions: count }),
  ),
});

export const memberAnswer: z.ZodType<MemberAnswer> = compileAnswer.nullable();

export const bundleAnswer: z.ZodType<BundleAnswer> = z.strictObject({ diagnostics: z.array(diagnostic) });

export const declareAnswer: z.ZodType<DeclareAnswer> = z.strictObject({ untyped: z.array(z.string()) });
