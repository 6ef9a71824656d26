import { Lock } from "lucide-react";
import { EmptyState } from "./states.tsx";

/** Shown for a page that the role may not read, in place of a list that the server would refuse. */
export const NotAllowed = ({ title, reason }: { title: string; reason: string }) => (
  <EmptyState icon={Lock} title={title}>
    {reason}
  </EmptyState>
);
