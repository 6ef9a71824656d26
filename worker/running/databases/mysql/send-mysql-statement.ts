import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import type { MysqlTransaction } from "./mysql-transaction.ts";
import { RetimedStatement } from "./retimed-statement.ts";
import { runMysqlQuery, type Means } from "./run-mysql-query.ts";

/**
 * Runs one statement of a session while its transaction is open. If the server refuses the form of a time, it repeats
 * the statement with another form.
 */
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
