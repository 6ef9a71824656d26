import { useEffect } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { titleMark } from "../../components/title-mark.ts";

/** A red dot while something fails in Production, with a mark in the tab's title. Nothing if nothing does. */
export function FiringDot() {
  const { data } = useOperation("countAlerts", {}, { refetchInterval: 30_000, staleTime: 5_000 });
  const firing = data?.production ?? 0;
  useEffect(() => {
    titleMark.set(firing > 0 ? "● " : "");
    return () => titleMark.set("");
  }, [firing]);
  if (firing === 0) return null;
  return (
    <>
      <span aria-hidden className="ml-1 inline-block size-2 rounded-full bg-bad ring-2 ring-surface" />
      <span className="sr-only">, {firing === 1 ? "1 alert fires" : `${firing} alerts fire`}</span>
    </>
  );
}
