import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { generatePassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { requireStrongPassword } from "../passwords/require-strong-password.ts";
import { violates } from "../../ground/store/constraint.ts";
import { insertUser, toUser } from "./queries.ts";

/**
 * Creates a user, who must choose a password at the first sign-in. Without an initial password nobody knows one, and
 * the user signs in by invitation. Only an owner creates an owner.
 */
export const createUser: Handlers["createUser"] = async ({ actor, body, write }) => {
  const { email, name, role, password } = body;
  if (role === "owner" && actor.role !== "owner") {
    throw new PublicError("FORBIDDEN", "Only an owner may create an owner.");
  }
  if (password !== undefined) await requireStrongPassword(password, email, "body.password");
  const passwordHash = await hashPassword(password ?? generatePassword());
  return write(async (scope) => {
    const user = { email, name, role, passwordHash, mustChangePassword: true };
    const row = await insertUser(scope, user).catch((error: unknown) => {
      if (!violates(error, "users_email_taken")) throw error;
      throw new PublicError("CONFLICT", "There is a user with this email already.", { cause: error });
    });
    const audit = { kind: "user", id: row.id, name: row.email, changes: { after: { email, name, role } } };
    return { answer: toUser(row), audit };
  });
};
