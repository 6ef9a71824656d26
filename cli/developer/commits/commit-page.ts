/** The path between a repository's address and the commit in the address of the commit's page. */
function betweenAt(host: string): string {
  if (/(?:^|\.)gitlab\./.test(host)) return "/-/commit/";
  return host === "bitbucket.org" ? "/commits/" : "/commit/";
}

/**
 * The page of a commit at the forge of this remote: `https://forge.example/team/shop.git`, or
 * `git@forge.example:team/shop.git`. It leaves out a user and a password in the remote.
 * @returns undefined for any other remote, because we do not know where its pages are
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
