import type { ReactElement } from 'react';
import { useInstanceConfig, useUser } from '../../api/account.ts';
import { useSendFirstMail } from '../../api/first-mail.ts';
import { problemOf } from '../../api/problem.ts';
import { useMay, useProject } from '../../api/project.ts';
import { useFirstSecret, useNewFirstPair } from '../../api/setup.ts';
import { paths } from '../../navigation/paths.ts';
import { MagicAddresses } from '../../widgets/magic-addresses/magic-addresses.tsx';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { firstMailSnippets } from './first-mail-snippets.ts';

/** The call to paste, with this project's own values, and the button that makes it. */
export function FirstMailPanel({ areKeysUsed }: { readonly areKeysUsed: boolean }): ReactElement {
  const { project } = useProject();
  const { data: user } = useUser();
  const { data: config } = useInstanceConfig();
  const send = useSendFirstMail();
  const newPair = useNewFirstPair();
  const keptSecret = useFirstSecret();
  const secret = newPair.data ?? keptSecret;
  const mail = {
    from: project.sandboxAddress,
    to: user?.email ?? `delivered@${config?.sandboxDomain ?? 'postrider.test'}`,
    subject: 'First mail from my machine',
    body: '<h1>It works</h1><p>Hello from my machine.</p>',
  };
  const failure = send.error ?? newPair.error;
  return (
    <section className="first-left" aria-label="The call">
      <Snippet
        label="Send the first mail"
        variants={firstMailSnippets({ baseUrl: location.origin, key: secret, mail })}
        filledValues={[secret ?? '', mail.from, mail.to]}
      />
      <div className="first-acts">
        <button type="button" className="btn primary" disabled={send.isPending} onClick={() => send.mutate(mail)}>
          Send it for me
        </button>
        <KeyWords
          hasSecret={secret !== null}
          areKeysUsed={areKeysUsed}
          isMaking={newPair.isPending}
          onNewPair={() => newPair.mutate()}
        />
      </div>
      {failure && <ProblemNotice problem={problemOf(failure)} />}
      {config && (
        <div className="magic">
          <p className="t2">
            Mail to each of these addresses at <code>{config.sandboxDomain}</code> ends in its own way:
          </p>
          <MagicAddresses domain={config.sandboxDomain} />
        </div>
      )}
    </section>
  );
}

interface KeyWordsProps {
  readonly hasSecret: boolean;
  readonly areKeysUsed: boolean;
  readonly isMaking: boolean;
  readonly onNewPair: () => void;
}

/** Where the secret key is, or how to get one. A pair that no call has used is replaced by one click: nothing can break. */
function KeyWords({ hasSecret, areKeysUsed, isMaking, onNewPair }: KeyWordsProps): ReactElement {
  const { project } = useProject();
  const isAdmin = useMay('ADMIN');
  if (hasSecret) {
    return (
      <span className="t13 t3">
        The secret key is shown here once and kept only in this tab. Reload, and one click makes a new pair.
      </span>
    );
  }
  if (areKeysUsed || !isAdmin) {
    return (
      <span className="t13 t3">
        The secret key was shown once, when it was made.{' '}
        <a className="plain" href={paths.keys(project.id)}>
          Keys &amp; SMTP
        </a>{' '}
        says who uses it.
      </span>
    );
  }
  return (
    <span className="t13 t3">
      The secret key was shown once. No call has used it yet, so a new pair breaks nothing.{' '}
      <button type="button" className="btn sm" disabled={isMaking} onClick={onNewPair}>
        Make a new pair
      </button>
    </span>
  );
}
