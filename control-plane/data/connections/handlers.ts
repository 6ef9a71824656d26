export { createConnection } from "./create-connection.ts";
export { deleteConnection } from "./delete-connection.ts";
export { getConnectionSchema } from "./get-connection-schema.ts";
export { getConnection } from "./get-connection.ts";
export { listConnections } from "./list-connections.ts";
export { testConnection } from "./test-connection.ts";
export { updateConnectionSchema } from "./update-connection-schema.ts";
export { updateConnection } from "./update-connection.ts";
