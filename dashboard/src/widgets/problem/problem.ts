/** A refusal or failure in the words the server gave, the same shape on every screen. */
export type Problem = {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly requestId?: string | undefined;
  /** 0 when no answer came at all. */
  readonly statusCode: number;
  readonly fieldErrors?: readonly FieldProblem[] | undefined;
};

export type FieldProblem = {
  /** The path of the field in the request body, for example `config.host`. */
  readonly field: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
};

/** An identifier cut in the middle: its ends are what a person compares. */
export function cutMiddle(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}
