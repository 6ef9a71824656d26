export { allowCliSignIn } from "./allow-cli-sign-in.ts";
export { createCliSignIn } from "./create-cli-sign-in.ts";
export { denyCliSignIn } from "./deny-cli-sign-in.ts";
export { getCliSignIn } from "./get-cli-sign-in.ts";
export { redeemCliSignIn } from "./redeem-cli-sign-in.ts";
