import type { Handlers } from "../http/handler.ts";
import { search } from "./search.ts";

export const searchHandlers = { search } satisfies Partial<Handlers>;
