import type { JsonValue } from '#pure/custom-fields';

/** What decides whether a contact gets a mail, in the order in which it is reported (D-235). */
export const checkNames = ['audience', 'entry', 'subscription', 'suppression', 'pause', 'cap', 'delivery'] as const;
export type CheckName = (typeof checkNames)[number];

/** `unknown`: the fact of that time is no longer stored, or nothing is decided yet. */
export const checkResults = ['pass', 'fail', 'unknown'] as const;
export type CheckResult = (typeof checkResults)[number];

export interface WhyCheck {
  readonly check: CheckName;
  readonly result: CheckResult;
  readonly message: string;
  /** The place of the rule in the condition of the audience. */
  readonly path: string | null;
  /** What the contact or the mail has. */
  readonly actual: JsonValue;
  /** An unknown rule that does not hold today: the likely reason. */
  readonly isLikelyReason?: boolean;
}

/** Why a contact did or did not get a mail. */
export interface Why {
  readonly received: boolean;
  readonly answer: string;
  readonly emailId: string | null;
  readonly checks: readonly WhyCheck[];
}

export const checkOf = (
  check: CheckName,
  result: CheckResult,
  message: string,
  { path = null, actual = null }: { path?: string | null; actual?: JsonValue } = {},
): WhyCheck => ({ check, result, message, path, actual });

/** How the first check that failed is announced, and what is said when none has. */
export interface AnswerTexts {
  readonly failed: string;
  readonly otherwise: string;
}

/** The first check that failed gives the answer (D-235). */
export function answerOf(checks: readonly WhyCheck[], { failed, otherwise }: AnswerTexts): string {
  const first = checks.find(({ result }) => result === 'fail');
  return first ? `${failed}: ${first.message}` : otherwise;
}
