import type { Context } from "ferrule";

interface Input {
  /** The beginning of the email address. @minLength 2 @maxLength 100 @example "ada@" */
  email: string;
}

interface User {
  id: number;
  email: string;
  suspended: boolean;
}

/** Finds users by the beginning of their email address, at most ten. */
export default async function findUser({ email }: Input, ctx: Context) {
  const users = await ctx.sql<User>`
    select id, email, suspended from users where starts_with(email, ${email}) order by email limit 10`;
  return { users };
}
