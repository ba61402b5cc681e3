/** A page of a list that is continued by a cursor, as the API gives it. */
export interface CursorPage<Row> {
  readonly data: readonly Row[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly total: number;
}
