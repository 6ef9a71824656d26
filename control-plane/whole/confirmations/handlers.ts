export { decideConfirmation } from "./decide-confirmation.ts";
export { getConfirmation } from "./get-confirmation.ts";
