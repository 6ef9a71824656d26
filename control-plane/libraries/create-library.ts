import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { importedLibraries } from "../functions/imported-libraries.ts";
import type { Handler } from "../http/handler.ts";
import { violates } from "../store/constraint.ts";
import { auditedLibrary } from "./audited-library.ts";
import { describeLibrary } from "./describe-libraries.ts";
import { insertLibrary } from "./records.ts";

/** 409 CONFLICT for a name, or a package, that the Project has a Library of. */
function taken(error: unknown): never {
  if (violates(error, "libraries_name_taken")) {
    throw new PublicError("CONFLICT", "This Project has a Library of this name already.");
  }
  if (violates(error, "libraries_import_taken")) {
    throw new PublicError("CONFLICT", "This Project has a Library of this package already. Give it a new version.");
  }
  throw error;
}

/** Specification 4.7: creates a Library. An npm package is fetched, and its integrity kept, when a build first uses it. */
export const createLibrary: Handler<Operations["createLibrary"]> = async ({ scope, body }) => {
  const { name, kind } = body;
  const content =
    body.kind === "source"
      ? {
          version: body.version ?? "1",
          source: body.source,
          package: null,
          integrity: null,
          imports: importedLibraries(body.source),
        }
      : {
          version: body.version,
          source: null,
          package: body.package ?? name,
          integrity: body.integrity ?? null,
          imports: [],
        };
  const row = await insertLibrary(scope, { name, kind, lock: null, ...content }).catch(taken);
  return { answer: await describeLibrary(scope, row), audit: auditedLibrary(null, row) };
};
