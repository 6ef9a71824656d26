import manifest from "../package.json" with { type: "json" };

/** The version of this command; the installation that serves it has the same. */
export const { version } = manifest;
