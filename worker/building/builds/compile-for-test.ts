import { join } from "node:path";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { buildFolders } from "./build-folders.ts";
import type { CompileAnswer } from "./messages/build-messages.ts";
import { compileFunction } from "./compiler/compile-function.ts";
import type { OpenedRequest } from "./compiler/opened-request.ts";
import { createProgramFactory } from "./program/program-factory.ts";

export const programsForTest = createProgramFactory({
  typescript: join(buildFolders.package("typescript-compiler"), "lib"),
  guest: buildFolders.guest,
});

/** Compiles in the test's own process, with the same code as the build process. */
export function compileForTest(source: string, extra: Partial<OpenedRequest> = {}): CompileAnswer {
  return compileFunction(programsForTest.one, {
    source,
    inputSchema: null,
    outputSchema: null,
    permissions: noPermissions,
    ...extra,
  });
}
