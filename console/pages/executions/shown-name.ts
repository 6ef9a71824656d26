interface Ran {
  functionId: string | null;
  functionName: string;
}

/** Whether no Function ran: the caller got what the Project keeps. */
export const isKept = ({ functionId, functionName }: Ran): boolean => functionId === null && functionName === "";

/** What ran, as people read it. */
export const shownName = (ran: Ran): string => (isKept(ran) ? "Kept in the Project" : ran.functionName);
