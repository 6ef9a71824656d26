import type { Handlers } from "../../ground/handler/handler.ts";
import { getExport } from "./get-export.ts";
import { testExport } from "./test-export.ts";
import { updateExport } from "./update-export.ts";

export const exportHandlers = { getExport, testExport, updateExport } satisfies Partial<Handlers>;
