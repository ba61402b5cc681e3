import { useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { type EmailDetail, useEmail, useEmails } from '../../api/emails.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, useUrlState } from '../../navigation/url-state.ts';
import { Screen } from '../../shell/screen.tsx';
import { mayUseLetter } from '../../shell/shell-keys.ts';
import { RouteLine } from '../../widgets/route-line/route-line.tsx';
import { stopsOf } from '../../widgets/route-line/stops.ts';
import { emailState, emailStateKind } from '../../widgets/state-chip/email-states.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { EmailAside } from './email-aside.tsx';
import { EmailFacts } from './email-facts.tsx';
import { EmailHead } from './email-head.tsx';
import { EmailReason } from './email-reason.tsx';
import { useMomentOf, useRouteFields } from './email-state.tsx';
import { EmailTabs, emailTabs } from './email-tabs.tsx';
import './emails.css';
import { ResendDialog } from './resend-dialog.tsx';
import { neighboursOf } from './shown-order.ts';

const urlShape = { tab: oneOf(emailTabs, 'preview') };
const everyMail = {};

/** What happened to one mail. */
export function EmailScreen(): ReactElement {
  const { emailId = '' } = useParams({ strict: false });
  const { project } = useProject();
  const { data: email, error, isPending, refetch } = useEmail(emailId);
  const name = email?.to ?? 'Mail';
  return (
    <Screen title={email?.subject ?? 'Mail'} crumbs={[{ name: 'Emails', href: paths.emails(project.id) }, { name }]}>
      {!email && <h1 className={error ? undefined : 'vh'}>Mail</h1>}
      <StateFrame
        state={{
          isLoading: isPending,
          problem: error ? problemOf(error) : null,
          onRetry: () => void refetch(),
        }}
        isEmpty={!email}
        skeleton={<SkeletonLines lines={12} />}
        empty={null}
      >
        {email && <OneEmail email={email} key={email.id} />}
      </StateFrame>
    </Screen>
  );
}

function OneEmail({ email }: { readonly email: EmailDetail }): ReactElement {
  const { project } = useProject();
  const { state, set } = useUrlState(urlShape);
  const [isResending, setIsResending] = useState(false);
  const moment = useMomentOf(email);
  const fields = useRouteFields(email);
  const kind = emailStateKind(fields, moment.now);
  const newest = useEmails(everyMail);
  const neighbours = neighboursOf(
    project.id,
    email.id,
    newest.rows.map(({ id }) => id),
  );
  const show = useCallback((tab: (typeof emailTabs)[number]) => set({ tab }, { replace: true }), [set]);
  useEmailKeys(neighbours, show);

  return (
    <>
      <EmailHead
        email={email}
        kind={kind}
        state={emailState(fields, moment)}
        neighbours={neighbours}
        onResend={() => setIsResending(true)}
      />
      <div className="mt16">
        <EmailFacts email={email} />
      </div>
      <section className="bleed sheet trackbed mt24" aria-label="Route">
        <RouteLine stops={stopsOf(fields, moment)} label="Route of this mail" />
      </section>
      <div className="cols c-side mt24">
        <div className="email-main">
          <EmailReason email={email} kind={kind} onResend={() => setIsResending(true)} />
          <EmailTabs email={email} tab={state.tab} onTab={show} />
        </div>
        <EmailAside email={email} />
      </div>
      <ResendDialog email={email} isOpen={isResending} onClose={() => setIsResending(false)} />
    </>
  );
}

/** `[` and `]` for the neighbours in the list, `1` to `6` for the tabs. */
function useEmailKeys(
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
  onTab: (tab: (typeof emailTabs)[number]) => void,
): void {
  const { project } = useProject();
  const goTo = useGoTo();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !mayUseLetter(event)) return;
      const neighbour = event.key === '[' ? before : event.key === ']' ? after : undefined;
      const tab = emailTabs[Number(event.key) - 1];
      if (neighbour !== undefined) goTo(paths.email(project.id, neighbour));
      else if (tab) onTab(tab);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [before, after, goTo, onTab, project.id]);
}
