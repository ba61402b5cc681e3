import type { Reply } from '@postrider/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import { useProjectChange } from './project.ts';

/** The mail of the first screen, as its snippets send it. */
export interface FirstMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export const useSendFirstMail = (): UseMutationResult<Reply<'POST /v1/send'>, Error, FirstMail> =>
  useProjectChange((session, mail: FirstMail) => session.send(mail), [['inbox'], ['emails']]);
