import { givenLine } from "./fields.ts";

const isLink = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
};

/** A page that the console links to. */
export const link = givenLine(2_000, 1).refine(isLink, "must be an https:// or http:// URL without user and password");
