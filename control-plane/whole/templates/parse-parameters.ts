import { secretsOfSignature } from "@ferrule/contract/resources/signature-policy.ts";
import { validationError, validationIssues } from "../../ground/handler/validation-issues.ts";
import type { Template, TemplateContents } from "./template.ts";

/** The contents of a template with these parameters. @throws PublicError VALIDATION_ERROR naming each invalid one */
export function parseParameters({ parameters, contents }: Template, given: unknown): TemplateContents {
  const parsed = parameters.safeParse(given);
  if (!parsed.success) throw validationError(validationIssues(parsed.error, "body.parameters"));
  return contents(parsed.data as never);
}

/** The secrets that its Functions declare, and those with which its callers sign requests, each once. */
export const secretsOf = ({ endpoint, functions }: TemplateContents): string[] => [
  ...new Set([
    ...(endpoint?.signature === undefined ? [] : secretsOfSignature(endpoint.signature)),
    ...functions.flatMap(({ permissions }) => permissions.secrets),
  ]),
];
