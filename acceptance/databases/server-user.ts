import { spawnSync } from "node:child_process";

/** The user who runs database servers when the tests are root, which servers refuse; undefined: the tests' own user. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const of = (option: string) => Number(spawnSync("id", [option, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: of("-u"), gid: of("-g") };
}
