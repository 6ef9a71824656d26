import manifest from "../package.json" with { type: "json" };

/** The version of this command, which is the one of the installation that serves it. */
export const { version } = manifest;
