import PostalMime from 'postal-mime';
import { limits } from '#pure/limits';
import { requestOf, type SendInput } from './request-of.ts';
import { shapeProblem } from './shape-problem.ts';

/** A message with the recipients of its envelope. */
export interface Submission {
  readonly raw: Uint8Array;
  readonly recipients: readonly string[];
}

export type SubmissionReading = ({ readonly kind: 'read' } & SendInput) | Unreadable;

interface Unreadable {
  readonly kind: 'unreadable';
  /** A sentence for the sender. */
  readonly message: string;
}

/** Takes a message apart. It may take long, so it runs where it can be stopped. */
export async function readSubmission({ raw, recipients }: Submission): Promise<SubmissionReading> {
  const problem = shapeProblem(raw);
  if (problem) return unreadable(problem);
  try {
    const email = await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.submittedNesting,
      maxHeadersSize: limits.submittedHeaderBytes,
    });
    return { kind: 'read', ...requestOf(email, recipients) };
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? 'X-Postrider-Data must be JSON.' : 'The message cannot be read.');
  }
}

const unreadable = (message: string): Unreadable => ({ kind: 'unreadable', message });
