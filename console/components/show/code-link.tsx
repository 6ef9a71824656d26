import { DocsLink } from "../docs-link.tsx";

interface CodeLinkProps {
  code: string;
  /** Whose code it is: of an answer or a call, or of a build. */
  of: "errors" | "diagnostics";
  className?: string;
}

/** TypeScript's codes have no page. */
const hasPage = (code: string) => !/^TS\d/.test(code);

/** A code, as a link to the page that says what is wrong and what to do. */
export const CodeLink = ({ code, of, className }: CodeLinkProps) =>
  hasPage(code) ? (
    <DocsLink page={`${of}/${code}`} className={`link ${className ?? ""}`}>
      {code}
    </DocsLink>
  ) : (
    <span className={className}>{code}</span>
  );
