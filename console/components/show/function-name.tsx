import { Link } from "@tanstack/react-router";
import { useListed } from "../../api/use-listed.ts";
import { ShortId } from "../button/short-id.tsx";

/** A Function's name as a link to its page; its id while the name is not known. */
export function FunctionName({ id }: { id: string }) {
  const known = useListed("listFunctions", id);
  if (!known) return <ShortId id={id} label="Copy the Function's id" />;
  return (
    <Link to="/functions/$functionId" params={{ functionId: id }} className="hover:underline">
      {known.name}
    </Link>
  );
}
