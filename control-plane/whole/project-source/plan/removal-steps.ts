import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { SlugOf } from "../../planning/parts.ts";
import { removeBindings } from "../../planning/plan-bindings.ts";
import { removeCollections } from "../../planning/plan-collections.ts";
import { removeEndpoints } from "../../planning/plan-endpoint.ts";
import { removeFunctions } from "../../planning/plan-functions.ts";
import { removeGrants } from "../../planning/plan-grants.ts";
import { removeLibraries } from "../../planning/plan-libraries.ts";
import type { Step, StepKind } from "../../planning/step.ts";
import { grantName } from "./grants-of.ts";
import type { Lacking } from "./lacking.ts";
import { removeCrons } from "./plan-crons.ts";

/** The steps that remove these things, in two parts, in an order that foreign keys allow. */
export interface Removal {
  /** What refers to other things, and Libraries, whose import name a new one may take. */
  first: Step<StepKind>[];
  /** What a changed thing may have referred to. */
  last: Step<StepKind>[];
}

export const removalSteps = (scope: ProjectScope, removed: Lacking, slugOf: SlugOf): Removal => ({
  first: [
    ...removeCrons(scope, removed.crons, slugOf),
    ...removed.bindings.flatMap(({ endpoint, held }) => removeBindings(scope, endpoint, held)),
    ...removeGrants(scope, removed.grants, grantName),
    ...removeLibraries(scope, removed.libraries),
  ],
  last: [
    ...removeEndpoints(
      scope,
      removed.endpoints.map(({ row }) => row),
    ),
    ...removeFunctions(scope, removed.functions),
    ...removeCollections(scope, removed.collections),
  ],
});
