import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useFunctionsNamed } from "../../api/use-listed.ts";

/** Functions by name, each a link to its page; `none` is shown when there are none. */
export function FunctionLinks({ names, none = "nothing" }: { names: readonly string[]; none?: string }) {
  const functions = useFunctionsNamed(names);
  if (names.length === 0) return <span className="text-muted">{none}</span>;
  return names.map((name, index) => {
    const known = functions.get(name);
    return (
      <Fragment key={name}>
        {index > 0 && ", "}
        {known === undefined ? (
          name
        ) : (
          <Link to="/functions/$functionId" params={{ functionId: known.id }} className="hover:underline">
            {name}
          </Link>
        )}
      </Fragment>
    );
  });
}
