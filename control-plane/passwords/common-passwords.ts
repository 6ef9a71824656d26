import { dictionary } from "@zxcvbn-ts/language-common";

/** 49,000 leaked passwords, the most frequent first. */
const leaked = dictionary["passwords-common"];

/**
 * Of those with fewer than eight characters, the first so many: lengthened to twelve with digits and signs they are as
 * guessable as they are; what comes after them is rare, and short enough to stand by chance in a good password.
 */
const mostFrequent = 10_000;

/** What people write where twelve characters are asked for, which the leaks are too old or too short to have. */
const phrases = `
  mypasswordis thisismypassword passwordispassword newpassword yourpassword oldpassword defaultpassword testpassword
  adminpassword rootpassword userpassword ownerpassword demopassword passwordadmin passwordroot passwordtest passwordone
  passwordme letmeinplease pleaseletmein changemenow changemeplease pleasechangeme changeit secretpassword
  superuser supersecret welcomehome welcomeback welcometo iloveyouso iloveyousomuch iloveyoubaby iloveyoumom
  iloveyouforever iloveyoutoo ilovemymom jesuslovesme basketballlover michaeljordan internetexplorer facebook twitter
  linkedin instagram microsoftwindows iphone android linux ubuntu debian correcthorsebatterystaple horsebatterystaple
  testaccount accessgranted accessdenied login user owner developer operator database postgres postgresql mysql
  controlplane companyname manchesterunited barcelonafc bayernmunich borussiadortmund dallascowboys newyorkyankees
  mercedesbenz harleydavidson butterflies fortnite worldofwarcraft leagueoflegends lordoftherings loveyouforever
  foreverandever friendsforever bestfriends bestfriendsforever familyfirst happyfamily mybirthday happybirthday
  merrychristmas thanksgiving hackerman computerscience highschool
`;

/** In lower case; a password is looked up as it is and without the digits and signs around it. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...leaked.filter((password, rank) => rank < mostFrequent || password.length >= 8),
  ...phrases.trim().split(/\s+/),
]);
