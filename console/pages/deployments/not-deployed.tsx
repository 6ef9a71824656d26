import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";

/** How many to name individually. */
const named = 20;

/** Functions that a deployment leaves out because nothing calls them, with their problems. */
export function NotDeployed({ functions }: { functions: AnswerOf<"previewDeployment">["notDeployed"] }) {
  if (functions.length === 0) return null;
  const more = functions.length - named;
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">Not deployed because nothing is bound to it</h3>
      <ul className="grid gap-0.5 text-sm text-muted">
        {functions.slice(0, named).map(({ functionId, slug, problems: [first] }) => (
          <li key={functionId} className="min-w-0 break-words">
            <Link to="/functions/$functionId" params={{ functionId }} className="link font-mono text-xs">
              {slug}
            </Link>
            {first && (
              <span>
                {" "}
                does not build: line {first.line}, {first.message}
              </span>
            )}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </section>
  );
}
