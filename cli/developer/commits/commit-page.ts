/** What stands between a repository and a commit in the address of the commit's page. */
function betweenAt(host: string): string {
  if (/(?:^|\.)gitlab\./.test(host)) return "/-/commit/";
  return host === "bitbucket.org" ? "/commits/" : "/commit/";
}

/**
 * The page of a commit at the forge that a remote leads to: `https://forge.example/team/shop.git`, or `git@forge.example:team/shop.git`.
 * A user and a password in the remote are left out.
 * @returns undefined for any other remote: nothing says where its pages are
 */
export function commitPage(remote: string, sha: string): string | undefined {
  const [, host, name] = /^git@([^:/\s]+):([^\s]+)$/.exec(remote) ?? [];
  const address = host === undefined ? remote : `https://${host}/${name}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  if (protocol !== "https:" || path === "") return undefined;
  return `${origin}${path}${betweenAt(hostname)}${sha}`;
}
