import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { answersRequest, handedAnswer, questionSpending } from "@ferrule/contract/internal/questions.ts";
import { holdAnswer, sendJson } from "./hold-answer.ts";

export type QuestionRoute = "spendQuestion" | "giveBackQuestion" | "handAnswer" | "takeAnswers";

/** The part of a control plane that lets workers use a state once, and hand each other the answers of clients. */
export interface QuestionDesk {
  answer: (route: QuestionRoute, request: IncomingMessage, response: ServerResponse) => void;
  spent: ReadonlyMap<string, string>;
  /** How many answers came by way of it. */
  handed: () => number;
}

/** Several feeds may share one desk, as replicas share a database. */
export function createQuestionDesk(): QuestionDesk {
  const spent = new Map<string, string>();
  const answers = new Map<string, { workerId: string; answer: string }>();
  const held = new Map<ServerResponse, string>();
  let handed = 0;

  const page = (workerId: string) =>
    [...answers].filter(([, one]) => one.workerId === workerId).map(([id, { answer }]) => ({ id, answer }));
  function wake(): void {
    for (const [response, workerId] of held) {
      const found = page(workerId);
      if (found.length === 0) continue;
      held.delete(response);
      sendJson(response, 200, { answers: found });
    }
  }
  const done = (response: ServerResponse) => void response.writeHead(204).end();

  async function handle(route: QuestionRoute, body: unknown, response: ServerResponse): Promise<void> {
    switch (route) {
      case "spendQuestion": {
        const { id, claim } = questionSpending.parse(body);
        const isFirst = !spent.has(id);
        if (isFirst) spent.set(id, claim);
        return sendJson(response, 200, { isFirst });
      }
      case "giveBackQuestion": {
        const { id, claim } = questionSpending.parse(body);
        if (spent.get(id) === claim) spent.delete(id);
        return done(response);
      }
      case "handAnswer": {
        const { id, workerId, answer } = handedAnswer.parse(body);
        handed += 1;
        if (!answers.has(id)) answers.set(id, { workerId, answer });
        done(response);
        return wake();
      }
      case "takeAnswers": {
        const { workerId, taken, wait } = answersRequest.parse(body);
        for (const id of taken) answers.delete(id);
        const found = page(workerId);
        if (found.length > 0 || !wait) return sendJson(response, 200, { answers: found });
        held.set(response, workerId);
        holdAnswer(response);
        response.on("close", () => held.delete(response));
      }
    }
  }
  return {
    spent,
    handed: () => handed,
    answer(route, request, response) {
      json(request)
        .then((body) => handle(route, body, response))
        .catch((error: unknown) => response.destroy(error as Error));
    },
  };
}
