import type { Handlers } from "../../ground/handler/handler.ts";
import { search } from "./search.ts";

export const searchHandlers = { search } satisfies Partial<Handlers>;
