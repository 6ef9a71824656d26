export { createConnection } from "./create-connection.ts";
export { deleteConnection } from "./delete-connection.ts";
export { testConnection } from "./test-connection.ts";
export { updateConnectionSchema } from "./update-connection-schema.ts";
export { updateConnection } from "./update-connection.ts";
export { listConnections, getConnectionSchema, getConnection } from "./reads.ts";
