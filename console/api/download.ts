type Query = Record<string, string | number | undefined>;

/** `/api/things?a=1`, without undefined values. */
export function withQuery(path: string, query: Query): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}

/**
 * Makes the browser save an operation's response as a file. It streams to disk, so the page never holds all of it in
 * memory.
 */
export function download(path: string, query: Query = {}): void {
  const link = document.createElement("a");
  link.href = withQuery(path, query);
  link.download = "";
  link.click();
}
