/** What a list shows of a call. A line that stands for calls that were left out has nothing but their number. */
export interface LoggedCall {
  readonly id: string;
  readonly leftOut: number;
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly identity: 'secret' | 'public' | 'session' | null;
  readonly keyLast4: string | null;
  readonly userId: string | null;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly suggestion: string | null;
  readonly isDeprecated: boolean;
}

export const callColumns = [
  'id',
  'leftOut',
  'method',
  'path',
  'status',
  'durationMs',
  'identity',
  'keyLast4',
  'userId',
  'clientAddress',
  'userAgent',
  'idempotencyKey',
  'errorCode',
  'errorMessage',
  'suggestion',
  'isDeprecated',
] as const satisfies readonly (keyof LoggedCall)[];
