import { useStore } from "@tanstack/react-form";
import { useEffect, useState } from "react";
import { Button } from "../button/button.tsx";
import { useUnsaved } from "../overlay/unsaved.tsx";
import { formsHere } from "./forms-here.ts";
import type { FormApi, Values } from "./use-form-of.ts";

interface UnsavedPartProps {
  form: FormApi;
  initial: Values;
  /** What was sent last; the initial values before. */
  saved: Values;
  keepable: ReadonlySet<string>;
  /** Whether a person has used the form. Before, it fills in values by itself. */
  isTouched: boolean;
  keep: string | undefined;
}

/** The value at `limits.requestsPerMinute` or `messages[0].text`. */
const at = (values: Values, name: string): unknown =>
  name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, part) => (value as Values | undefined)?.[part], values);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Keeps what was typed and not sent, brings it back, and says so. */
export function UnsavedPart({ form, initial, saved, keepable, isTouched, keep }: UnsavedPartProps) {
  const values = useStore(form.store, (state) => state.values);
  const [back, setBack] = useState(() => (keep === undefined ? null : formsHere.get(keep, initial)));
  const isUnsaved = (isTouched || back !== null) && !same(values, saved);
  useUnsaved(isUnsaved);
  useEffect(() => {
    for (const [name, value] of Object.entries(back ?? {})) form.setFieldValue(name, value);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was kept when the form opened
  }, []);
  useEffect(() => {
    if (keep === undefined || !isTouched) return;
    const changed = [...keepable]
      .map((name) => [name, at(values, name)] as const)
      .filter(([name, value]) => value !== undefined && !same(value, at(initial, name)));
    if (isUnsaved && changed.length > 0) formsHere.keep(keep, initial, Object.fromEntries(changed));
    else formsHere.drop(keep);
  }, [values, isUnsaved, isTouched, keep, keepable, initial]);
  if (back === null || !isUnsaved) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 rounded-md bg-sunken px-3 py-1.5 text-sm text-muted"
    >
      What you typed before is back.
      <Button
        size="sm"
        kind="quiet"
        onClick={() => {
          if (keep !== undefined) formsHere.drop(keep);
          setBack(null);
          form.reset();
        }}
      >
        Start again
      </Button>
    </p>
  );
}
