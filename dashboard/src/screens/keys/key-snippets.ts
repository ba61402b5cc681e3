import type { SnippetVariant } from '../../widgets/snippet/snippet.tsx';

interface SnippetInput {
  readonly baseUrl: string;
  readonly publicKey: string;
  /** The sandbox sender, which may always send. */
  readonly sender: string;
}

/** An address that always works in a snippet: the sandbox delivers to it. */
const recipientOf = (sender: string): string => `delivered@${sender.split('@')[1] ?? 'postrider.test'}`;

export function sendSnippets({ baseUrl, sender }: SnippetInput, smtp: SmtpAccess | null): SnippetVariant[] {
  const to = recipientOf(sender);
  const variants = [
    {
      language: 'curl',
      code: `curl ${baseUrl}/v1/send \\
  -H "Authorization: Bearer $POSTRIDER_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "to": "${to}",
    "from": "${sender}",
    "subject": "Hello",
    "body": "<p>It works.</p>"
  }'`,
    },
    {
      language: 'Node',
      code: `import { Postrider } from '@postrider/sdk';

const postrider = new Postrider(
  process.env.POSTRIDER_KEY,
  { baseUrl: '${baseUrl}' },
);
await postrider.send({
  to: '${to}',
  from: '${sender}',
  subject: 'Hello',
  body: '<p>It works.</p>',
});`,
    },
    {
      language: 'Python',
      code: `import os
import requests

reply = requests.post(
    "${baseUrl}/v1/send",
    headers={"Authorization": "Bearer " + os.environ["POSTRIDER_KEY"]},
    json={
        "to": "${to}",
        "from": "${sender}",
        "subject": "Hello",
        "body": "<p>It works.</p>",
    },
    timeout=10,
)
reply.raise_for_status()`,
    },
  ];
  return smtp ? [...variants, { language: 'SMTP', code: smtpSnippet(smtp, sender, to) }] : variants;
}

export interface SmtpAccess {
  readonly host: string;
  readonly submission: number | null;
  readonly secure: number | null;
}

const smtpSnippet = ({ host, submission, secure }: SmtpAccess, from: string, to: string): string =>
  `curl ${submission === null ? `smtps://${host}:${secure}` : `smtp://${host}:${submission} --ssl-reqd`} \\
  --user "apikey:$POSTRIDER_KEY" \\
  --mail-from ${from} --mail-rcpt ${to} \\
  -T - <<MAIL
From: ${from}
To: ${to}
Subject: Hello

It works.
MAIL`;

export const trackSnippets = ({ baseUrl, publicKey }: SnippetInput): SnippetVariant[] => [
  {
    language: 'Browser',
    code: `import { PostriderTracker } from '@postrider/sdk';

const tracker = new PostriderTracker(
  '${publicKey}',
  { baseUrl: '${baseUrl}' },
);
await tracker.track({
  email: 'ann@example.com',
  event: 'signup',
});`,
  },
  {
    language: 'curl',
    code: `curl ${baseUrl}/v1/track \\
  -H "Authorization: Bearer ${publicKey}" \\
  -H "Content-Type: application/json" \\
  -d '{ "email": "ann@example.com", "event": "signup" }'`,
  },
];
