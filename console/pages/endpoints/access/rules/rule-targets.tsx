import type { EndpointKind } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { CheckList } from "../check-list.tsx";

interface RuleTargetsProps {
  id: string;
  legend?: string;
  /** Names of tools, resources, prompts or routes, or `*`. */
  value: readonly string[];
  kind: EndpointKind;
  targets: readonly string[];
  onChange: (next: string[]) => void;
}

/** The targets that a rule names: all, or the ticked ones of those bound here. */
export function RuleTargets({ id, legend = "…may call", value, kind, targets, onChange }: RuleTargetsProps) {
  const isAll = value.includes("*");
  const every = kind === "mcp" ? "everything" : "all routes";
  const [chosen, setChosen] = useState<readonly string[]>(isAll ? [] : value);
  const choose = (next: string[]) => {
    setChosen(next);
    onChange(next);
  };
  const named = isAll ? [] : value;
  const offered = [...new Set([...targets, ...named])];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-xs font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <input type="radio" name={`${id}-allow`} checked={isAll} onChange={() => onChange(["*"])} />
          {every}
        </label>
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <input type="radio" name={`${id}-allow`} checked={!isAll} onChange={() => onChange([...chosen])} />
          only these
        </label>
      </div>
      {!isAll && offered.length === 0 && (
        <p className="text-xs text-muted">Nothing is bound here yet. Add bindings first, or choose {every}.</p>
      )}
      {!isAll && offered.length > 0 && (
        <CheckList
          names={offered}
          chosen={named}
          onChange={choose}
          noteOf={(name) => !targets.includes(name) && <span className="text-xs text-muted">not bound here</span>}
        />
      )}
    </fieldset>
  );
}
