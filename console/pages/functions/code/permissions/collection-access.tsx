import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { Mono } from "../../../../components/mono.tsx";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";

type Collections = Permissions["collections"];

const accesses = choicesOf({ read: "read", write: "write", "read-write": "read and write" });

/** The declared access to each collection; empty without collections. */
export const CollectionAccess = ({ value, onChange }: { value: Collections; onChange: (next: Collections) => void }) =>
  value.length > 0 && (
    <ul className="grid gap-1.5">
      {value.map((one) => (
        <li key={one.name} className="flex items-center justify-between gap-2 text-sm">
          <Mono>{one.name}</Mono>
          <Select
            size="sm"
            aria-label={`Access to ${one.name}`}
            value={one.access}
            choices={accesses}
            onChange={(access) => onChange(value.map((each) => (each.name === one.name ? { ...each, access } : each)))}
          />
        </li>
      ))}
    </ul>
  );
