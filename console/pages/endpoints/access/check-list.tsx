import type { ReactNode } from "react";
import { TargetName } from "../../../components/show/target-name.tsx";

interface CheckListProps {
  names: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Shown after a name. */
  noteOf?: (name: string) => ReactNode;
}

/** Names of tools, resources, prompts or routes, to tick. It scrolls when there are many. */
export const CheckList = ({ names, chosen, onChange, noteOf }: CheckListProps) => (
  <ul className="grid max-h-48 gap-0.5 overflow-y-auto rounded-md border border-line bg-raised px-2 py-1">
    {names.map((name) => (
      <li key={name}>
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
          <TargetName target={name} />
          {noteOf?.(name)}
        </label>
      </li>
    ))}
  </ul>
);
