import { readDeployedInputs } from "../../../releases/deployments/queries/deployed.ts";
import { readDraftInputs } from "../../../authoring/functions/queries/drafts.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { operations } from "@ferrule/contract/operations.ts";
import { maskMarker, maskTokens, sensitiveNames } from "@ferrule/contract/warnings/sensitive-names.ts";
import { compileSensitive } from "@ferrule/contract/warnings/sensitive-schema.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import type { App } from "../../../ground/app.ts";
import { redactValue } from "../../../data/cache/redact-value.ts";
import type { Actor } from "../../../ground/handler/handler.ts";
import { knownValues } from "../../../data/secrets/known-values.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { CronBindingRow } from "../queries/bindings.ts";

/** Shows the input of a binding as the caller may see it. */
export type ShowInput = (row: CronBindingRow) => unknown;

type Schema = Record<string, unknown> | null;

/** Every schema of these Functions, drafted or deployed, that marks sensitive inputs. */
async function inputSchemas(
  scope: ProjectScope,
  functionIds: readonly string[],
): Promise<{ functionId: string; environment: Environment | null; schema: Schema }[]> {
  const [drafted, deployed] = await Promise.all([
    readDraftInputs(scope, functionIds),
    readDeployedInputs(scope, functionIds),
  ]);
  const known = [...drafted.map((one) => ({ ...one, environment: null })), ...deployed];
  return known.map(({ functionId, environment, inputSchema }) => ({ functionId, environment, schema: inputSchema }));
}

/**
 * Decides how the caller sees inputs. People who may edit a binding see the input as it is. For others it is masked as
 * in executions: by names, by the marks of the Function's schema, and by the values of secrets. If a secret cannot be
 * opened, they see nothing.
 */
export async function showInput(
  app: App,
  scope: ProjectScope,
  { roles }: Pick<Actor, "roles">,
  rows: readonly CronBindingRow[],
): Promise<ShowInput> {
  const editors: readonly string[] = operations.updateCronBinding.roles;
  if (rows.length === 0 || roles.every((role) => editors.includes(role))) return ({ input }) => input;
  const schemas = await inputSchemas(scope, [...new Set(rows.map(({ functionId }) => functionId))]);
  const hides = schemas.flatMap(({ schema, ...of }) => {
    const hide = compileSensitive(schema);
    return hide === null ? [] : [{ ...of, hide }];
  });
  const values = await knownValues(app, scope).catch((error: unknown) => {
    if (error instanceof PublicError) return null;
    throw error;
  });
  if (values === null) return () => maskMarker;
  const mask = maskValues(values, maskMarker);
  const isSensitive = sensitiveNames(app.settings.maskedNames ?? []);
  return ({ input, functionId, environment }) => {
    const marked = hides
      .filter((one) => one.functionId === functionId && (one.environment ?? environment) === environment)
      .reduce((value, { hide }) => hide(value), input);
    return redactValue(marked, { isSensitive, text: (text) => maskTokens(mask?.text(text) ?? text) }).value;
  };
}
