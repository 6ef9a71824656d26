import { useEffect, useState } from "react";
import { api } from "../../api/api.ts";
import type { AnswerOf } from "../../api/use-operation.ts";

export type CronPreview = AnswerOf<"previewCronBinding">;
export type DraftedCron = NonNullable<Parameters<typeof api.previewCronBinding>[0]>["body"];

const afterMs = 200;

/** Previews a cron shortly after each change; the last result stays until the next one arrives. */
export function useCronPreview({ functionId, environment, schedule, timezone }: DraftedCron): CronPreview | null {
  const [preview, setPreview] = useState<CronPreview | null>(null);
  useEffect(() => {
    if (schedule.trim() === "") return undefined;
    const asked = new AbortController();
    const timer = window.setTimeout(() => {
      const body = { schedule, timezone, environment, ...(functionId ? { functionId } : {}) };
      api.previewCronBinding({ body, signal: asked.signal }).then(
        (answer) => !asked.signal.aborted && setPreview(answer),
        // Errors are reported when the cron is saved.
        () => {},
      );
    }, afterMs);
    return () => {
      window.clearTimeout(timer);
      asked.abort();
    };
  }, [functionId, environment, schedule, timezone]);
  return preview;
}
