/**
 * The address of a page of the console, with the Project that it is of: whoever opens it may work on another one.
 * @param path with the query of the page, such as `/endpoints/ep_1?environment=production`
 */
export function consoleLink(publicUrl: string, projectId: string, path: string): string {
  const url = new URL(publicUrl + path);
  url.searchParams.set("ofProject", projectId);
  return url.href;
}
