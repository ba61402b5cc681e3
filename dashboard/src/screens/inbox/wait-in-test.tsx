import { Terminal } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { InboxMail } from '../../api/inbox.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Snippet } from '../../widgets/snippet/snippet.tsx';

/** The call with which a test suite waits for a mail like this one. */
export function WaitInTest({ mail }: { readonly mail: InboxMail }): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false);
  if (mail.to === null) return null;
  const address = `${location.origin}/inbox/wait?to=${encodeURIComponent(mail.to)}&timeout=10`;
  const curl = `curl "${address}" \\\n  -H "Authorization: Bearer $POSTRIDER_KEY"`;
  const node = `const mail = await postrider.inbox.wait({ to: ${JSON.stringify(mail.to)}, timeout: 10 });`;
  return (
    <>
      <button type="button" className="btn sm" onClick={() => setIsOpen(true)}>
        <Terminal className="i" size={16} strokeWidth={1.75} aria-hidden />
        Wait for it in a test
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Wait for it in a test"
        isWide
        foot={
          <button type="button" className="btn" onClick={() => setIsOpen(false)}>
            Close
          </button>
        }
      >
        <p className="mb12">
          Answers with the newest mail to this address, as soon as there is one. Mail of the last minute counts. If none
          comes within 10 seconds, the answer is 404.
        </p>
        <Snippet
          label="Wait for a mail"
          variants={[
            { language: 'curl', code: curl },
            { language: 'Node', code: node },
          ]}
          filledValues={[encodeURIComponent(mail.to), mail.to]}
        />
      </Dialog>
    </>
  );
}
