import { browserAt } from '@postrider/server/testing/browser';
import { clientOf } from '@postrider/server/testing/client';
import { fencesOfPage } from '../docs/documents.ts';
import { matches, runPage } from '../docs/run-page.ts';

export interface Quickstart {
  readonly signedUp: number;
  /** What the commands of the page printed. */
  readonly printed: readonly string[];
  /** Commands that printed something else than the page says; none when all is well. */
  readonly wrong: readonly string[];
}

/** The owner's link, one form, and then the commands of `docs/quickstart.md` as they stand there: they end in a mail in the inbox. */
export async function goThroughQuickstart(url: string, link: string): Promise<Quickstart> {
  const { status, body } = await browserAt(url).post('/auth/signup', {
    email: 'owner@example.com',
    password: 'a long enough password',
    token: link.split('token=')[1],
    projectName: 'My project',
    timezone: 'Europe/Berlin',
  });
  const { secret: secretKey, public: publicKey } = body?.project ?? {};
  if (!secretKey) return { signedUp: status, printed: [], wrong: ['no key'] };
  const snippets = await runPage(fencesOfPage('quickstart'), { url, secretKey, publicKey });
  return {
    signedUp: status,
    printed: snippets.map(({ printed }) => printed),
    wrong: snippets
      .filter(({ printed, expected }) => expected === null || !matches(printed, expected))
      .map(({ code }) => code),
  };
}

/** Whether all went as the page says, down to the subject of the mail. */
export const isAsShown = ({ signedUp, printed, wrong }: Quickstart): boolean =>
  signedUp === 201 && wrong.length === 0 && printed.at(-1) === 'Hello there';

/** The link for the first owner in what a start has printed. */
export const ownerLinkIn = (text: string): string => /http\S+token=\S+/.exec(text)?.[0] ?? '';

/** The status of a page, 0 while nothing answers. */
export const statusOf = (url: string, path: string): Promise<number> =>
  clientOf(url)
    .get(path)
    .then(
      ({ status }) => status,
      () => 0,
    );
