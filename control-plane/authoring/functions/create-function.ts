import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedDraft } from "./audited-draft.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import { describeFunction } from "./describe-functions.ts";
import { importedLibraries } from "../libraries/imported-libraries.ts";
import { insertFunction } from "./queries/functions.ts";

/** Creates a Function as its first revision. 409 CONFLICT when the slug is taken in the Project. */
export const createFunction: Handlers["createFunction"] = async ({ scope, body, actor }) => {
  checkGivenSchemas(body);
  const libraries = importedLibraries(body.source);
  const row = await insertFunction(scope, { ...body, name: body.name ?? body.slug, libraries }, actor.userId).catch(
    (error: unknown) => {
      if (!violates(error, "functions_slug_taken")) throw error;
      throw new PublicError("CONFLICT", "This Project has a Function with this slug already.");
    },
  );
  return { answer: describeFunction(row, { development: null, production: null }), audit: auditedDraft(null, row) };
};
