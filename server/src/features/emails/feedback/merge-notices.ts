import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { BounceType, EmailId } from '../email.ts';
import type { Notice } from './notice.ts';

/** All notices of a batch about one email, merged. */
export interface MergedNotices {
  readonly emailId: EmailId;
  readonly notices: readonly Notice[];
  /** When it was handed over: as the provider says, else the time of the earliest notice. */
  readonly sentAt: Date;
  readonly deliveredAt: Date | null;
  /** A click counts as an open (D-631). */
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly bouncedAt: Date | null;
  readonly complainedAt: Date | null;
  readonly bounceType: BounceType | null;
  readonly isDeadAddress: boolean;
  readonly isRejected: boolean;
  /** Why it bounced, or else why the provider refused it, as the remote side says. */
  readonly error: string | null;
  readonly opens: number;
  readonly clicks: number;
}

/** One entry for each email, in the order of the ids, which is the order in which rows are locked. */
export function mergeNotices(notices: readonly Notice[]): MergedNotices[] {
  return [...Map.groupBy(notices, ({ emailId }) => emailId)]
    .map(([emailId, own]) => merge(emailId, own))
    .toSorted((a, b) => (a.emailId < b.emailId ? -1 : 1));
}

function merge(emailId: EmailId, notices: readonly Notice[]): MergedNotices {
  const of = <Kind extends Notice['kind']>(kind: Kind) =>
    notices.filter((notice): notice is Extract<Notice, { kind: Kind }> => notice.kind === kind);
  const [sends, bounces, rejects] = [of('send'), of('bounce'), of('reject')];
  const [opens, clicks] = [of('open'), of('click')];
  const isPermanent = bounces.some(({ bounceType }) => bounceType === 'Permanent');
  return {
    emailId,
    notices,
    sentAt: earliest(sends.length > 0 ? sends : notices),
    deliveredAt: firstOf(of('delivery')),
    openedAt: firstOf([...opens, ...clicks]),
    clickedAt: firstOf(clicks),
    bouncedAt: firstOf(bounces),
    complainedAt: firstOf(of('complaint')),
    bounceType: isPermanent ? 'Permanent' : bounces.length > 0 ? 'Transient' : null,
    isDeadAddress: bounces.some(({ bounceType, isAboutAddress }) => bounceType === 'Permanent' && isAboutAddress),
    isRejected: rejects.length > 0,
    error: bounces.length > 0 ? diagnosticOf(bounces) : cleanText(rejects[0]?.error ?? null),
    opens: opens.length,
    clicks: clicks.length,
  };
}

function firstOf(notices: readonly Notice[]): Date | null {
  return notices.length === 0 ? null : earliest(notices);
}

const earliest = (notices: readonly Notice[]): Date => new Date(Math.min(...notices.map(({ at }) => at.getTime())));

/** The text of a permanent bounce if there is one; of several the first in byte order, as `move_emails` chooses. */
export function diagnosticOf(notices: readonly Notice[]): string | null {
  const bounces = notices.filter((notice) => notice.kind === 'bounce');
  const isPermanent = bounces.some(({ bounceType }) => bounceType === 'Permanent');
  const texts = bounces.flatMap(({ bounceType, diagnostic }) =>
    diagnostic !== null && (bounceType === 'Permanent') === isPermanent ? [cut(diagnostic, maxLength)] : [],
  );
  return texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0] ?? null;
}

const maxLength = limits.diagnosticCharacters;

/** A text of a remote server, cut to the length that is stored. */
export const cleanText = (text: string | null): string | null => (text === null ? null : cut(text, maxLength));
