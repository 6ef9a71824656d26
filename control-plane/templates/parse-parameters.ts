import { validationError, validationIssues } from "../http/handler/validation-issues.ts";
import type { Template, TemplateContents } from "./template.ts";

/** What a template comes to with these parameters. @throws PublicError VALIDATION_ERROR naming each that is wrong */
export function parseParameters({ parameters, contents }: Template, given: unknown): TemplateContents {
  const parsed = parameters.safeParse(given);
  if (!parsed.success) throw validationError(validationIssues(parsed.error, "body.parameters"));
  return contents(parsed.data as never);
}

/** The secrets that its Functions declare, each once. */
export const secretsOf = ({ functions }: TemplateContents): string[] => [
  ...new Set(functions.flatMap(({ permissions }) => permissions.secrets)),
];
