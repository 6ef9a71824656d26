type Query = Record<string, string | number | undefined>;

/** `/api/things?a=1`; what is undefined is left out. */
export function withQuery(path: string, query: Query): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}

/** Has the browser save what an operation answers as a file, while it comes in: nothing of it is held in the page. */
export function download(path: string, query: Query = {}): void {
  const link = document.createElement("a");
  link.href = withQuery(path, query);
  link.download = "";
  link.click();
}
