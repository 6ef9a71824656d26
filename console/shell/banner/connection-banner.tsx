import { useRouter } from "@tanstack/react-router";
import { CloudOff, Wifi } from "lucide-react";
import { connection } from "../../api/connection.ts";
import { Button } from "../../components/button/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { refusedPage } from "../page/stay-without-chunk.ts";

/**
 * Says that the server is away, while the page stays readable. It offers to open the page that could not be opened
 * meanwhile.
 */
export function ConnectionBanner() {
  const router = useRouter();
  const isLost = connection.use() === "lost";
  const refused = refusedPage.use();
  if (!isLost && refused === null) return null;
  const Icon = isLost ? CloudOff : Wifi;
  return (
    <div
      role="status"
      className={classNames(
        "sticky top-(--header-height) z-20 flex print:hidden! flex-wrap items-center gap-2 border-b px-4 py-2 text-sm md:px-7",
        isLost ? "border-warn-line bg-warn-soft text-warn" : "border-good-line bg-good-soft text-good",
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        {isLost
          ? "Connection lost. What you see may be out of date. Ferrule retries every two seconds, and nothing you typed is lost."
          : "Back online."}
        {refused !== null && " The page you requested did not open."}
      </p>
      {refused !== null && (
        <Button size="sm" onClick={() => router.history.push(refused)}>
          Try again
        </Button>
      )}
    </div>
  );
}
