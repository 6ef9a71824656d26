import { z } from "zod";
import { operation } from "./operation.ts";
import {
  allowedCliSignIn,
  begunCliSignIn,
  cliSignIn,
  deviceCode,
  newCliSignIn,
  redeemedCliSignIn,
} from "../resources/cli-sign-in.ts";

const tag = "Sign-in of the command line";
const ofMachine = { tag, scope: "installation", roles: "public", transaction: "handler" } as const;
const ofPerson = { tag, scope: "installation", roles: "any", tokens: false, transaction: "handler" } as const;

/** A person signs a command line in, through a browser that may be on another machine (RFC 8628). */
export const cliSignInOperations = {
  createCliSignIn: operation({
    ...ofMachine,
    method: "POST",
    path: "/api/auth/cli-sign-ins",
    summary: "Begin the sign-in of a command line",
    description: "A person allows it on the console's page.",
    body: newCliSignIn,
    response: begunCliSignIn,
    errors: ["FORBIDDEN"],
    audit: null,
  }),
  redeemCliSignIn: operation({
    ...ofMachine,
    method: "POST",
    path: "/api/auth/cli-sign-ins/redeem",
    summary: "Get the API token once it is allowed",
    description: "Only once. 409 while nobody has decided, 429 when asked too often.",
    body: z.strictObject({ deviceCode }),
    response: redeemedCliSignIn,
    errors: ["INVALID_STATE", "FORBIDDEN", "NOT_FOUND", "ACCOUNT_DISABLED"],
    audit: "token.create",
  }),
  getCliSignIn: operation({
    ...ofPerson,
    method: "GET",
    /** The code with or without its hyphen, in either case. */
    path: "/api/account/cli-sign-ins/:userCode",
    summary: "What asks to be signed in with this code",
    response: cliSignIn,
  }),
  allowCliSignIn: operation({
    ...ofPerson,
    method: "POST",
    path: "/api/account/cli-sign-ins/:userCode/allow",
    summary: "Let the command line have an API token of yours",
    body: allowedCliSignIn,
    response: null,
    audit: "cli-sign-in.allow",
  }),
  denyCliSignIn: operation({
    ...ofPerson,
    method: "POST",
    path: "/api/account/cli-sign-ins/:userCode/deny",
    summary: "Refuse a command line that asks to be signed in",
    response: null,
    audit: "cli-sign-in.deny",
  }),
};
