/** The address of the management MCP server on the public origin. Endpoints have three more segments after `/mcp`. */
export const managementServerPath = "/mcp/ferrule";
