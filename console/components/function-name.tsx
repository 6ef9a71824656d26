import { Link } from "@tanstack/react-router";
import { useOperation } from "../api/use-operation.ts";
import { ShortId } from "./short-id.tsx";

/** A Function by its name, leading to it; by its id where it is not known. */
export function FunctionName({ id }: { id: string }) {
  const { data } = useOperation("listFunctions", { query: { limit: 200 } }, { staleTime: 30_000 });
  const known = data?.items.find((each) => each.id === id);
  if (known === undefined) return <ShortId id={id} label="Copy the Function's id" />;
  return (
    <Link to="/functions/$functionId" params={{ functionId: id }} className="hover:underline">
      {known.name}
    </Link>
  );
}
