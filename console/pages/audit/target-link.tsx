import type { ItemOf } from "../../api/use-operation.ts";
import { ThingLink } from "../thing-link.tsx";

type Target = ItemOf<"listAuditEvents">["target"];

/** The target of an event, as a link when it has a page. */
export const TargetLink = ({ target: { kind, id, name } }: { target: Target }) => (
  <ThingLink kind={kind} id={id} className="hover:underline">
    {name || (id ?? kind)}
  </ThingLink>
);
