import type { JwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { ClaimValue } from "./claim-value.tsx";

type Claims = JwtPolicy["requiredClaims"];

/** Claims that every token must have, with a value or with any. */
export function RequiredClaims({ value, onChange }: { value: Claims; onChange: (next: Claims) => void }) {
  const set = (index: number, next: Claims[number]) => onChange(value.map((one, at) => (at === index ? next : one)));
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Required claims</p>
      <p className="text-xs text-muted">
        What every token must have, for example hd with the text acme.example. A token without it opens nothing.
      </p>
      {value.map((claim, index) => (
        <fieldset key={index} className="flex flex-wrap items-center gap-2">
          <legend className="quiet">Required claim {index + 1}</legend>
          <div className="w-36">
            <input
              aria-label="Claim"
              className={inputClass}
              placeholder="hd"
              autoComplete="off"
              value={claim.name}
              onChange={({ target }) => set(index, { ...claim, name: target.value })}
            />
          </div>
          <ClaimValue
            value={claim.value}
            mayBeAny
            onChange={(next) => set(index, { name: claim.name, ...(next === undefined ? {} : { value: next }) })}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Remove required claim ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          disabledReason={value.length >= 20 ? "A policy has at most 20." : null}
          onClick={() => onChange([...value, { name: "", value: "" }])}
        >
          Add a required claim
        </Button>
      </div>
    </div>
  );
}
