/** Where people with an account see and end what they allowed. */
export const ownConsentsPath = "/settings?tab=consents";
