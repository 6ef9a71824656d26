import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { inputContract } from "./input-contract.ts";
import { inputIssues } from "./input-issues.ts";
import type { CronBindingRow } from "../queries/bindings.ts";

/**
 * Refuses an input that would make every run fail.
 * @throws PublicError VALIDATION_ERROR on `body.input`
 */
export async function requireFittingInput(
  scope: ProjectScope,
  { functionId, environment, input }: Pick<CronBindingRow, "functionId" | "environment" | "input">,
): Promise<void> {
  const issues = inputIssues(await inputContract(scope, functionId, environment), input, "body.input");
  if (issues.length > 0) throw validationError(issues);
}
