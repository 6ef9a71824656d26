import { hasErrorPage } from "@ferrule/contract/help/has-error-page.ts";
import { CodeLink } from "../components/show/code-link.tsx";

interface CallCodeProps {
  code: string;
  className?: string;
}

/** The code of a failed call: a link to its page, unless the Function made it up itself. Load it as a part of a page. */
export const CallCode = ({ code, className = "" }: CallCodeProps) =>
  hasErrorPage(code) ? (
    <CodeLink code={code} of="errors" className={className} />
  ) : (
    <span className={className}>{code}</span>
  );
