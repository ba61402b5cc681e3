import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** A receiver's verdict on each signature of a message, given the published TXT records: `acme.example pass`. */
export async function dkimVerdicts(
  message: Buffer,
  published: (name: string) => string | undefined,
): Promise<string[]> {
  const { results } = await dkimVerify(message, {
    async resolver(name: string, kind: string) {
      const text = kind === 'TXT' ? published(name) : undefined;
      if (text === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return [[text]];
    },
  });
  return results.map(({ signingDomain, status }) => `${signingDomain} ${status.result}`);
}
