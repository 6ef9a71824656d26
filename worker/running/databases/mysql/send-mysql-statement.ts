import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import type { MysqlTransaction } from "./mysql-transaction.ts";
import { RetimedStatement } from "./retimed-statement.ts";
import { runMysqlQuery, type Means } from "./run-mysql-query.ts";

/** Runs one statement of a session, again with other forms of its times where the server refuses those, and only while its transaction goes on. */
export async function sendMysqlStatement(
  means: Means,
  transaction: MysqlTransaction,
  statement: ServerStatement,
  bounds: Bounds,
): Promise<StatementResult> {
  const retimed = new RetimedStatement(statement);
  let next = statement;
  for (;;) {
    transaction.requireOpen();
    try {
      const result = await runMysqlQuery(means, next, bounds);
      transaction.requireOpen();
      return result;
    } catch (error) {
      transaction.failed(error);
      const again = retimed.after(error);
      if (again === undefined) throw error;
      next = again;
    }
  }
}
