import type { Handlers } from "../http/handler/handler.ts";
import { findByText } from "./queries.ts";

/** What of the active Project a text finds, the best first. */
export const search: Handlers["search"] = async ({ scope, query }) => ({ items: await findByText(scope, query.q) });
