/**
 * The fields that a `connection` header declares as hop-by-hop (RFC 9110 section 7.6.1), or undefined for the common
 * values, which name none.
 */
export function connectionNames(connection: string | undefined): Set<string> | undefined {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return undefined;
  return new Set(
    connection
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  );
}
