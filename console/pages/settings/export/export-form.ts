import { changedExport } from "@ferrule/contract/resources/export.ts";
import { z } from "zod";
import type { AnswerOf } from "../../../api/use-operation.ts";

export type Export = AnswerOf<"getExport">;

const { url, headerName, authorization } = changedExport.shape;
const parsed = (schema: z.ZodType) => (text: string) => text === "" || schema.safeParse(text).success;

/** The form's representation: an empty text means nothing. */
export const exportForm = z.object({
  url: z
    .string()
    .trim()
    .refine(
      parsed(url),
      "must be an address such as https://logs.example.com/ferrule, without user, query or fragment",
    ),
  auditEvents: z.boolean(),
  executions: z.boolean(),
  headerName: z.string().trim().refine(parsed(headerName), "must be the name of a header in small letters"),
  authorization: z.string().refine(parsed(authorization), "must be printable ASCII"),
  forgetAuthorization: z.boolean(),
});
type Form = z.output<typeof exportForm>;

export const shownOf = (data: Export): Form => ({
  url: data.url ?? "",
  auditEvents: data.auditEvents || data.url === null,
  executions: data.executions || data.url === null,
  headerName: data.headerName,
  authorization: "",
  forgetAuthorization: false,
});

/** The request's body. An empty value keeps the present one, unless the user chose to remove it. */
export function givenOf(values: unknown) {
  const {
    url: address,
    headerName: name,
    authorization: value,
    forgetAuthorization,
    ...kinds
  } = exportForm.parse(values);
  return {
    ...kinds,
    ...(address === "" ? { auditEvents: false, executions: false } : {}),
    url: address === "" ? null : address,
    headerName: name === "" ? "authorization" : name,
    ...(value !== "" ? { authorization: value } : forgetAuthorization ? { authorization: null } : {}),
  };
}
