import { Check, CircleAlert, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../components/badge.tsx";
import type { ItemOf } from "../../api/use-operation.ts";

type Status = ItemOf<"listPreviews">["status"];

const looks: Record<Status, [Tone, LucideIcon, string]> = {
  building: ["accent", LoaderCircle, "Building"],
  serving: ["good", Check, "Serving"],
  failed: ["bad", CircleAlert, "Failed"],
};

/** The state of a preview. */
export function PreviewBadge({ status }: { status: Status }) {
  const [tone, icon, word] = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
