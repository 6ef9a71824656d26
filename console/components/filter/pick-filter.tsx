import { Check, ListFilter } from "lucide-react";
import { Button } from "../button/button.tsx";
import type { OneFilterProps } from "./filter.ts";
import type { PickSource } from "../choose/pick-source.ts";
import { Picker } from "../choose/picker.tsx";

/** Filters a list by one of any number of values; the popover searches them. */
export const PickFilter = ({
  filter: { name, label },
  pick,
  value,
  onChange,
}: OneFilterProps & { pick: PickSource }) => (
  <Picker
    source={pick}
    value={typeof value === "string" ? value : null}
    onChange={(next) => onChange({ [name]: next })}
    aria-label={`Search ${label}`}
    placeholder="Search"
    trigger={
      <Button size="sm" aria-label={label} icon={value === undefined ? ListFilter : Check}>
        {label}
      </Button>
    }
  />
);
