/** The meanings of the command's exit codes; `docs/cli.md` has the same table. */
export const exitCodes = {
  done: { code: 0, means: "done" },
  failed: { code: 1, means: "failed: the message says why" },
  usage: { code: 2, means: "the command line is wrong, or an input of it" },
  signedOut: { code: 3, means: "not signed in, or the token is not valid any more" },
  refused: { code: 4, means: "the token has no right to do this" },
  conflict: { code: 5, means: "the server has moved on, or a name is taken" },
  differs: { code: 6, means: "there is a difference (`diff --exit-code`)" },
  unreachable: { code: 7, means: "the installation cannot be reached, or is too busy" },
  cancelled: { code: 130, means: "cancelled with Ctrl-C" },
} as const satisfies Record<string, { code: number; means: string }>;

export type Exit = keyof typeof exitCodes;
