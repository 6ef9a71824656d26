import { hasErrorPage } from "@ferrule/contract/help/has-error-page.ts";

/**
 * The code of an execution's error, as the member that it belongs to: Ferrule's own stand plainly, and one that a Function
 * chose is a text of somebody else.
 */
export const codeOf = (error: { code: string } | null): { plain: { code?: string }; theirs: { code?: string } } => {
  if (error === null) return { plain: {}, theirs: {} };
  const { code } = error;
  return hasErrorPage(code) ? { plain: { code }, theirs: {} } : { plain: {}, theirs: { code } };
};
