import type { Handlers } from "../../ground/handler/handler.ts";
import { createRuntimeEndpoint } from "./create-runtime-endpoint.ts";
import { deleteRuntimeEndpoint } from "./delete-runtime-endpoint.ts";
import { disableRuntimeEndpoint } from "./disable-runtime-endpoint.ts";
import { enableRuntimeEndpoint } from "./enable-runtime-endpoint.ts";
import { getRuntimeEndpoint } from "./get-runtime-endpoint.ts";
import { listRuntimeEndpoints } from "./list-runtime-endpoints.ts";
import { updateRuntimeEndpoint } from "./update-runtime-endpoint.ts";

export const runtimeEndpointHandlers = {
  listRuntimeEndpoints,
  createRuntimeEndpoint,
  getRuntimeEndpoint,
  updateRuntimeEndpoint,
  deleteRuntimeEndpoint,
  disableRuntimeEndpoint,
  enableRuntimeEndpoint,
} satisfies Partial<Handlers>;
