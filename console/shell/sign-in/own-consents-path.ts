/** The page on which people with an account see and end their consents. */
export const ownConsentsPath = "/settings?tab=consents";
