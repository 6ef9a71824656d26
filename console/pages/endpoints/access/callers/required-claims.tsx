import type { JwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { inputClass } from "../../../../components/input-class.ts";
import { ClaimValue } from "./claim-value.tsx";
import { EntryList, EntryRow } from "../entry-list.tsx";

type Claims = JwtPolicy["requiredClaims"];

/** Claims that every token must have, with a value or with any. */
export const RequiredClaims = ({ value, onChange }: { value: Claims; onChange: (next: Claims) => void }) => (
  <EntryList<Claims[number]>
    title="Required claims"
    hint="What every token must have, for example hd with the text acme.example. A token without it opens nothing."
    value={value}
    onChange={onChange}
    add="Add a required claim"
    added={{ name: "", value: "" }}
    isFull={value.length >= 20 ? "A policy has at most 20." : null}
  >
    {(claim, { index, set, remove }) => (
      <EntryRow name={`required claim ${index + 1}`} onRemove={remove}>
        <div className="w-36">
          <input
            aria-label="Claim"
            className={inputClass}
            placeholder="hd"
            autoComplete="off"
            value={claim.name}
            onChange={({ target }) => set({ ...claim, name: target.value })}
          />
        </div>
        <ClaimValue
          value={claim.value}
          mayBeAny
          onChange={(next) => set({ name: claim.name, ...(next === undefined ? {} : { value: next }) })}
        />
      </EntryRow>
    )}
  </EntryList>
);
