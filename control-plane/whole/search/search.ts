import type { Handlers } from "../../ground/handler/handler.ts";
import { findByText } from "./queries.ts";

/** What the text finds in the active Project, best matches first. */
export const search: Handlers["search"] = async ({ scope, query }) => ({ items: await findByText(scope, query.q) });
