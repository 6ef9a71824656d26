import { accessKinds, environments } from "@ferrule/contract/states.ts";
import { id, oneOf, said, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const accessSearch = searchOf({
  q: text(),
  endpoint: id,
  where: oneOf(environments),
  kind: oneOf(accessKinds),
  /** A tool, resource, prompt or route. */
  target: text(320),
  stale: oneOf(["true"]),
});

export type AccessSearch = ReturnType<typeof accessSearch>;

/** Converts the filters to the operations' query. */
export const accessQuery = ({ q, endpoint, where, kind, target, stale }: AccessSearch) =>
  said({ q, endpointId: endpoint, environment: where, kind, target, stale });
