/** The first value of a header in a list of names and values in turn; names are lower-case. */
export const headerOf = (headers: readonly string[], name: string): string | undefined => {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one === name);
  return at === -1 ? undefined : headers[at + 1];
};

/** The list without the dropped names. */
export const without = (headers: readonly string[], drops: (name: string) => boolean): string[] =>
  headers.filter((_one, index) => !drops(headers[index - (index % 2)] ?? ""));
