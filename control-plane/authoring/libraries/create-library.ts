import { PublicError } from "@ferrule/contract/errors.ts";
import { importedLibraries } from "./imported-libraries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedLibrary } from "./audited-library.ts";
import { describeLibrary } from "./describe-libraries.ts";
import { insertLibrary } from "./queries.ts";
import { requireUsablePackage } from "./require-usable-package.ts";

/** 409 CONFLICT when the Project already has a Library with this name, or one for this package. */
function taken(error: unknown): never {
  if (violates(error, "libraries_name_taken")) {
    throw new PublicError("CONFLICT", "This Project has a Library of this name already.");
  }
  if (violates(error, "libraries_import_taken")) {
    throw new PublicError("CONFLICT", "This Project has a Library of this package already. Give it a new version.");
  }
  throw error;
}

/**
 * Creates a Library. A package that cannot work in a Function is refused with the reason (400). Its integrity is stored
 * when a build first uses it.
 */
export const createLibrary: Handlers["createLibrary"] = async ({ app, projectId, body, signal, write }) => {
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
  if (content.package !== null) {
    const field = body.kind === "npm" && body.package !== undefined ? "body.package" : "body.name";
    await requireUsablePackage(app, { ...content, package: content.package }, { projectId, signal, field });
  }
  return write(async (scope) => {
    const row = await insertLibrary(scope, { name, kind, lock: null, ...content }).catch(taken);
    return { answer: await describeLibrary(scope, row), audit: auditedLibrary(null, row) };
  });
};
