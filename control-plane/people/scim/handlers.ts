import type { Handlers } from "../../ground/handler/handler.ts";
import { createScimToken } from "./create-scim-token.ts";
import { deleteScimToken } from "./delete-scim-token.ts";
import { getDirectory } from "./get-directory.ts";
import { getScimToken } from "./get-scim-token.ts";
import { rotateScimToken } from "./rotate-scim-token.ts";

export const scimHandlers = {
  createScimToken,
  deleteScimToken,
  getDirectory,
  getScimToken,
  rotateScimToken,
} satisfies Partial<Handlers>;
