/** What the Function declares, which is its whole grant in a test. */
export interface TestedPermissions {
  secrets: string[];
  hosts: string[];
  collections: { name: string; access: string }[];
  cache: boolean;
  connections?: string[];
}
