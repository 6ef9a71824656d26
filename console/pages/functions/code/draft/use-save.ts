import { ApiError } from "@ferrule/contract/client.ts";
import { useState } from "react";
import { announce } from "../../../../components/announce.tsx";
import { ifMatch } from "../../../../api/if-match.ts";
import { api } from "../../../../api/api.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { readAgain } from "../../../../api/read-again.ts";
import { keyOf } from "../../../../api/use-operation.ts";
import type { Draft } from "./draft.ts";
import type { FunctionDetail } from "./fields.ts";

type Body = NonNullable<Parameters<typeof api.updateFunction>[0]["body"]>;

/** Stores the server's answer, so that every page shows it. */
export function noteSaved(saved: FunctionDetail): void {
  queryClient.setQueryData(keyOf("getFunction", { params: { functionId: saved.id } }), saved);
  void readAgain("listFunctions", "listFunctionVersions", "getFunctionActivity");
}

/**
 * Saves a draft on top of its base revision only. If somebody else has saved meanwhile, it writes nothing, and
 * `conflict` has their version.
 */
export function useSave(functionId: string, draft: Draft) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [conflict, setConflict] = useState<FunctionDetail | null>(null);

  async function save(): Promise<boolean> {
    if (isSaving || !draft.isDirty.get()) return false;
    const sent = { source: draft.source.get(), fields: draft.fields.get() };
    const { revision } = draft.base.get();
    setSaving(true);
    try {
      const body = { ...sent.fields, source: sent.source };
      const headers = ifMatch(revision);
      const saved = await api.updateFunction({ params: { functionId }, body: body as Body, headers });
      draft.rebase(saved, sent);
      noteSaved(saved);
      setError(null);
      setConflict(null);
      announce(`Saved as revision ${saved.revision}`);
      return true;
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "REVISION_CONFLICT") {
        setError(null);
        setConflict(await api.getFunction({ params: { functionId } }).catch(() => null));
      } else setError(failure as Error);
      return false;
    } finally {
      setSaving(false);
    }
  }
  return { save, isSaving, error, conflict, setConflict };
}
