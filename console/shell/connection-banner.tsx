import { CloudOff } from "lucide-react";
import { connection } from "../api/connection.ts";

/** Says that the server is away; the page stays as it was, to be read. */
export function ConnectionBanner() {
  if (connection.use() === "up") return null;
  return (
    <div
      role="status"
      className="sticky top-(--header-height) z-20 flex items-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-2 text-sm text-warn md:px-7"
    >
      <CloudOff aria-hidden size={16} className="shrink-0" />
      The connection to the server is lost. What you see may be old; it is asked again every two seconds, and nothing
      you typed is gone.
    </div>
  );
}
