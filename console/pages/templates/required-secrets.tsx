import { Link } from "@tanstack/react-router";
import { Check, TriangleAlert } from "lucide-react";
import { usePages } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Skeleton } from "../../components/states.tsx";

/** The secrets that a template's Functions ask for, and whether Development has them. */
export function RequiredSecrets({ names }: { names: readonly string[] }) {
  const secrets = usePages("listSecrets", {
    query: { environment: "development", names: names.join("\n"), limit: 200 },
  });
  const present = new Set(secrets.items?.map(({ name }) => name));
  return (
    <ul aria-label="Required secrets" className="rounded-md border border-line text-sm">
      {names.map((name) => (
        <li key={name} className="flex min-h-10 items-center gap-2.5 border-t border-line px-3 py-1.5 first:border-t-0">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{name}</code>
          {secrets.items === undefined ? (
            <Skeleton className="h-5 w-24" />
          ) : present.has(name) ? (
            <Badge tone="good" icon={Check}>
              In Development
            </Badge>
          ) : (
            <>
              <Badge tone="warn" icon={TriangleAlert}>
                Missing
              </Badge>
              <Link to="/secrets" search={{ environment: undefined, create: true, name }} className="link text-xs">
                Create
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
