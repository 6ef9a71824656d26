import { z } from "zod";
import { resultAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import { invalidParams } from "../transport/invalid.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { mayKnow, silentTask } from "./find-task.ts";
import { taskFields } from "./show-task.ts";
import { taskIdOf } from "./task-ids.ts";
import { experimentalRevision } from "./task-support.ts";

const pageLength = 100;
const mostCursorChars = 200;
const place = z.tuple([z.iso.datetime(), z.string().regex(/^run_[0-9a-z_]{1,60}$/)]);

const encodeCursor = (createdAt: string, id: string) =>
  Buffer.from(JSON.stringify([createdAt, id])).toString("base64url");

/** It names the last run before the page. A client can only move within its own list. */
function decodeCursor(cursor: unknown): { createdAt: string; id: string } | null {
  if (typeof cursor !== "string" || cursor.length > mostCursorChars) return null;
  try {
    const [createdAt, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return encodeCursor(createdAt, id) === cursor ? { createdAt, id } : null;
  } catch {
    return null;
  }
}

/** Serves `tasks/list`: the tasks of this caller at this endpoint, newest first (MCP 2025-11-25, Tasks, "Listing Tasks"). */
export async function listTasks(request: McpRequest, id: IdText, params: Params | undefined): Promise<RpcAnswer> {
  const { runs, admitted, questions } = request;
  const cursor = params?.["cursor"] ?? null;
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && after === null) return invalidParams(request, id, "the cursor is not known here");
  const page = await runs.list(admitted, after, pageLength);
  if (page === "silent") return silentTask(request, id);
  const tasks = page.runs
    .filter((report) => mayKnow(request, report))
    .map((report) =>
      taskFields(report, experimentalRevision, taskIdOf(questions.sealer, admitted, report.id), runs.publicOrigin),
    );
  const last = page.runs.at(-1);
  const nextCursor = page.hasMore && last !== undefined ? encodeCursor(last.createdAt, last.id) : undefined;
  return resultAnswer(id, JSON.stringify({ tasks, nextCursor }));
}
