/** How a receiver behaves. All but the last four reply with success in the end. */
export type Kind =
  | 'steady'
  | 'late'
  | 'flaky'
  | 'outage'
  | 'hesitant'
  | 'redirecting'
  | 'vanishing'
  | 'rebinding'
  | 'patient'
  | 'hanging'
  | 'dead'
  | 'gone'
  | 'inside';

/** What becomes of one call. */
export type Behaviour =
  | { readonly status: number; readonly lateSeconds?: number; readonly retryAfter?: number }
  | 'hang'
  | 'reset';

interface CallNumbers {
  readonly id: string;
  /** Of this delivery, from 1. */
  readonly attempt: number;
  /** Calls to this receiver so far, this one included. */
  readonly count: number;
}

/** Those of every project in the run with kills. */
export const answeringKinds = [
  ...(['steady', 'late', 'flaky', 'outage', 'hesitant', 'redirecting', 'vanishing', 'rebinding'] as const),
];

const ok: Behaviour = { status: 200 };

/** More than the failures in a row that make an endpoint `failing`. */
const outageCalls = 22;
const hesitantCalls = 2;
/** The last one of the schedule (D-1053). */
export const lastAttempt = 10;

const flaws: readonly Behaviour[] = [{ status: 500 }, { status: 503, retryAfter: 2 }, { status: 404 }, 'reset'];

/** From 0 to 255, by the id alone. */
const numberOf = (id: string): number => Number.parseInt(id.slice(-2), 16);

export const behaviours: Record<Kind, (call: CallNumbers) => Behaviour> = {
  steady: () => ok,
  late: ({ id }) => (numberOf(id) % 16 === 0 ? { status: 202, lateSeconds: 1 + numberOf(id) / 256 } : ok),
  flaky: ({ id, attempt }) => (attempt > numberOf(id) % 3 ? ok : (flaws[numberOf(id) % flaws.length] ?? ok)),
  outage: ({ count }) => (count > outageCalls ? ok : { status: 500 }),
  hesitant: ({ count }) => (count > hesitantCalls ? ok : 'hang'),
  redirecting: ({ id, attempt }) => (attempt > 1 || numberOf(id) % 4 > 0 ? ok : { status: 307 }),
  vanishing: () => ok,
  rebinding: () => ok,
  patient: ({ attempt }) => (attempt < lastAttempt ? { status: 503 } : ok),
  hanging: () => 'hang',
  dead: () => 'reset',
  gone: () => ({ status: 410 }),
  inside: () => ok,
};
