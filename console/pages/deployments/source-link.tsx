import { Link } from "@tanstack/react-router";
import { FileCode2 } from "lucide-react";
import { useFunctionsNamed } from "../../api/use-listed.ts";
import { LinkButton } from "../../components/button/link-button.tsx";

interface SourceLinkProps {
  /** The name that the build uses: the Function's slug and `.ts`, or `.test.ts` for its tests. */
  file: string;
  line: number | null;
  asButton?: boolean;
}

/** Opens a line of a Function's source or tests in its editor; plain text when the Function no longer exists. */
export function SourceLink({ file, line, asButton = false }: SourceLinkProps) {
  const slug = file.replace(/(\.test)?\.ts$/, "");
  const functionId = useFunctionsNamed([slug]).get(slug)?.id;
  const text = `${file}${line === null ? "" : `:${line}`}`;
  if (functionId === undefined) return <span className="shrink-0 font-mono text-xs text-muted">{text}</span>;
  const to = {
    to: "/functions/$functionId",
    params: { functionId },
    search: { ...(file.endsWith(".test.ts") ? { tab: "tests" as const } : {}), ...(line === null ? {} : { line }) },
  } as const;
  if (asButton)
    return (
      <LinkButton {...to} size="sm" icon={FileCode2}>
        Open {text}
      </LinkButton>
    );
  return (
    <Link {...to} className="link shrink-0">
      {text}
    </Link>
  );
}
