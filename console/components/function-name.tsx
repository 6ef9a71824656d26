import { Link } from "@tanstack/react-router";
import { useListed } from "../api/use-listed.ts";
import { ShortId } from "./short-id.tsx";

/** A Function by its name, leading to it; by its id where it is not known. */
export function FunctionName({ id }: { id: string }) {
  const known = useListed("listFunctions", id);
  if (!known) return <ShortId id={id} label="Copy the Function's id" />;
  return (
    <Link to="/functions/$functionId" params={{ functionId: id }} className="hover:underline">
      {known.name}
    </Link>
  );
}
