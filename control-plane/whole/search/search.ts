import type { Handlers } from "../../ground/handler/handler.ts";
import { findByText } from "./queries.ts";

/** The things in the active Project that match the text, best matches first. */
export const search: Handlers["search"] = async ({ scope, query }) => ({ items: await findByText(scope, query.q) });
