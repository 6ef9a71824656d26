import { Plus, X } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Button } from "../../../components/button/button.tsx";
import { operatorWords } from "./operator-words.ts";
import type { RecordField } from "../schema/schema-fields.ts";
import type { Condition } from "../search.ts";

const AddCondition = lazyPart(() => import("./add-condition.tsx"), "AddCondition");

interface WhereBarProps {
  fields: readonly RecordField[];
  where: readonly Condition[];
  onChange: (where: readonly Condition[]) => void;
}

/** The conditions that filter the records. All must hold; each can be removed separately. */
export function WhereBar({ fields, where, onChange }: WhereBarProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {where.map((condition, index) => (
        <button
          key={JSON.stringify(condition)}
          type="button"
          className="inline-flex h-7 pointer-coarse:finger max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-xs font-medium text-accent hover:brightness-95"
          aria-label={`Remove the condition ${condition.field} ${operatorWords[condition.operator]} ${String(condition.value)}`}
          onClick={() => onChange(where.filter((_, at) => at !== index))}
        >
          <span className="truncate">
            <code className="font-mono">{condition.field}</code> {operatorWords[condition.operator]}{" "}
            {condition.operator === "exists"
              ? condition.value === false
                ? "not"
                : ""
              : JSON.stringify(condition.value)}
          </span>
          <X aria-hidden size={12} className="shrink-0" />
        </button>
      ))}
      {isAdding ? (
        <AddCondition
          fields={fields}
          onAdd={(condition) => {
            onChange([...where, condition]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
          Condition
        </Button>
      )}
      {where.length > 1 && !isAdding && (
        <Button size="sm" kind="quiet" onClick={() => onChange([])}>
          Clear all
        </Button>
      )}
    </div>
  );
}
