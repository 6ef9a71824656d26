import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { queryClient } from "../../api/query-client.ts";
import { keyOf, type AnswerOf } from "../../api/use-operation.ts";

type Answer = AnswerOf<"checkDrafts">;

export interface DraftCheck {
  /** `off`: everything is checked, or this role may not check. */
  state: "off" | "running" | "ended";
  done: number;
  total: number;
  failed: Answer["failed"];
  error: Error | null;
  /** Why this role may not check the unchecked Functions. */
  forbidden: string | null;
  again: () => void;
  /** Stops the check early. */
  skip: () => void;
}

const idle = { state: "off" as const, done: 0, total: 0, failed: [], error: null };

/**
 * Checks the unchecked Functions of a preview, automatically and once, and then reads the preview again. Each request
 * checks for some seconds, so many Functions need few requests. Closing the dialog ends it.
 */
export function useDraftCheck(preview: AnswerOf<"previewDeployment"> | undefined): DraftCheck {
  const forbidden = useDisabledReason("checkDrafts");
  const [check, setCheck] = useState<Omit<DraftCheck, "forbidden" | "again" | "skip">>(idle);
  const stop = useRef<AbortController>(null);
  const isTried = useRef(false);
  const run = useCallback(async () => {
    const { signal } = (stop.current = new AbortController());
    let [done, total] = [0, 0];
    const failed: Answer["failed"] = [];
    try {
      for (let cursor: string | null | undefined; cursor !== null && !signal.aborted;) {
        const answer: Answer = await api.checkDrafts({ body: cursor === undefined ? {} : { cursor }, signal });
        failed.push(...answer.failed);
        done += answer.checked + answer.failed.length;
        total = done + answer.left;
        cursor = answer.nextCursor;
        setCheck({ state: "running", done, total, failed: [...failed], error: null });
      }
      await queryClient.invalidateQueries({ queryKey: keyOf("previewDeployment") });
      setCheck({ state: "ended", done, total, failed, error: null });
    } catch (error) {
      const left = signal.aborted ? null : (error as Error);
      await queryClient.invalidateQueries({ queryKey: keyOf("previewDeployment") });
      setCheck({ state: "ended", done, total, failed, error: left });
    }
  }, []);
  const many = preview?.unchecked.length ?? 0;
  const begin = useCallback(() => {
    isTried.current = true;
    setCheck({ ...idle, state: "running", total: many });
    void run();
  }, [many, run]);
  useEffect(() => {
    if (many > 0 && !isTried.current && forbidden === null) begin();
  }, [many, forbidden, begin]);
  useEffect(() => () => stop.current?.abort(), []);
  return { ...check, forbidden, again: begin, skip: () => stop.current?.abort() };
}
