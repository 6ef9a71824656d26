import type { Handlers } from "../../ground/handler/handler.ts";
import { listEnvironments } from "./list-environments.ts";

export const environmentHandlers = { listEnvironments } satisfies Partial<Handlers>;
