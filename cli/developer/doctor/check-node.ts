import type { Finding } from "./finding.ts";

const oldest = [20, 12] as const;

/** Whether this version of Node can run the command. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isGood = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return {
    check: "Node",
    state: isGood ? "good" : "wrong",
    found: `${version} on ${process.platform}`,
    hint: isGood ? undefined : `Install Node ${oldest.join(".")} or newer.`,
  };
}
