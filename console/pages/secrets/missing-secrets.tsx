import { Plus, TriangleAlert } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { FunctionLinks } from "../../components/function-links.tsx";

interface MissingSecretsProps {
  /** `Development`. */
  place: string;
  missing: readonly { name: string; functions: readonly string[] }[];
  disabledReason: string | null;
  onCreate: (name: string) => void;
}

/** Names that Functions ask for and this environment lacks, each with the way to create it. */
export const MissingSecrets = ({ place, missing, disabledReason, onCreate }: MissingSecretsProps) => (
  <section aria-labelledby="missing" className="mb-4 rounded-lg border border-warn-line bg-warn-soft">
    <h2 id="missing" className="flex items-center gap-2 px-4 pt-3 text-sm font-semibold text-warn">
      <TriangleAlert aria-hidden size={15} />
      Asked for, but not in {place}
    </h2>
    <p className="px-4 pb-2 text-xs text-muted">A call that reads one of these fails until it exists.</p>
    <ul>
      {missing.map(({ name, functions }) => (
        <li
          key={name}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-warn-line px-4 py-2 text-sm"
        >
          <code className="font-mono text-xs font-medium break-all">{name}</code>
          <span className="min-w-0 flex-1 text-xs text-muted">
            for <FunctionLinks names={functions} />
          </span>
          <Button size="sm" icon={Plus} disabledReason={disabledReason} onClick={() => onCreate(name)}>
            Create <span className="quiet">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
