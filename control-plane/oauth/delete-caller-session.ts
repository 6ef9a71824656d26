import type { Handlers } from "../http/handler/handler.ts";

/** Forgets in this browser whom a provider signed in as a caller. What they allowed stays. */
export const deleteCallerSession: Handlers["deleteCallerSession"] = ({ reply }) => {
  reply.cookies.push({ name: "caller", value: null });
  return Promise.resolve(undefined);
};
