/** The fields of `given` whose value differs from the row's, before and after. Fields with undefined do not count. */
export function changedFields<
  Row extends object,
  Given extends { [K in keyof Given]: K extends keyof Row ? unknown : never },
>(row: Row, given: Given): { before: Partial<Row>; after: Partial<Given>; isEmpty: boolean } {
  const before: Partial<Row> = {};
  const after: Partial<Given> = {};
  for (const name of Object.keys(given) as (keyof Given & keyof Row)[]) {
    if (given[name] === undefined || (given[name] as unknown) === row[name]) continue;
    before[name] = row[name];
    after[name] = given[name];
  }
  return { before, after, isEmpty: Object.keys(after).length === 0 };
}
