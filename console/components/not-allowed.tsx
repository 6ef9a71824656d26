import { Lock } from "lucide-react";
import { EmptyState } from "./states.tsx";

/** A page that the role may not read, instead of a list that the server refuses. */
export const NotAllowed = ({ title, reason }: { title: string; reason: string }) => (
  <EmptyState icon={Lock} title={title}>
    {reason}
  </EmptyState>
);
