import type { Handlers } from "../../ground/handler/handler.ts";
import { createConnection } from "./create-connection.ts";
import { deleteConnection } from "./delete-connection.ts";
import { getConnection } from "./get-connection.ts";
import { getConnectionSchema } from "./get-connection-schema.ts";
import { listConnections } from "./list-connections.ts";
import { testConnection } from "./test-connection.ts";
import { updateConnection } from "./update-connection.ts";
import { updateConnectionSchema } from "./update-connection-schema.ts";

export const connectionHandlers = {
  createConnection,
  deleteConnection,
  getConnection,
  getConnectionSchema,
  listConnections,
  testConnection,
  updateConnection,
  updateConnectionSchema,
} satisfies Partial<Handlers>;
