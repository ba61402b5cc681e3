import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import type { EmailDetail } from '../../api/emails.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { EmailFlags } from '../../widgets/state-chip/email-marks.tsx';
import { type EmailState, emailStates } from '../../widgets/state-chip/email-states.ts';
import type { ShownState } from '../../widgets/state-chip/shown-state.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import type { Neighbours } from './shown-order.ts';
import { TimeSince } from './time-since.tsx';

interface EmailHeadProps {
  readonly email: EmailDetail;
  readonly kind: EmailState;
  readonly state: ShownState;
  readonly neighbours: Neighbours;
  readonly onResend: () => void;
}

export function EmailHead({ email, kind, state, neighbours, onResend }: EmailHeadProps): ReactElement {
  const baseUrl = useBaseUrl();
  const { isFinal } = emailStates[kind];
  const isGone = email.body === null;
  return (
    <div className="head">
      <div>
        <h1 className="email-title">{email.subject ?? 'A mail whose contact was deleted'}</h1>
        <div className="rowflex wrap-s mt8 email-now">
          <StateChip state={state} isTag />
          <EmailFlags
            isTest={email.test}
            isDuplicatePossible={email.duplicatePossible}
            isUnconfirmed={email.unconfirmed}
          />
          <span className="t2">
            <TimeSince at={email.updatedAt} />. {isFinal ? 'Nothing more will happen to this mail.' : state.sentence}
          </span>
        </div>
      </div>
      <div className="acts">
        <span className="btns wide-only">
          <Neighbour id={neighbours.before} label="Mail before" keyName="[" />
          <Neighbour id={neighbours.after} label="Next mail" keyName="]" />
        </span>
        <CopyCurlButton text={curlOf(baseUrl, { path: `/emails/${email.id}` })} />
        <button
          type="button"
          className="btn"
          disabled={isGone}
          title={isGone ? 'The content of this mail is no longer kept.' : undefined}
          onClick={onResend}
        >
          Resend…
        </button>
      </div>
    </div>
  );
}

function Neighbour(props: { readonly id: string | undefined; readonly label: string; readonly keyName: '[' | ']' }) {
  const { project } = useProject();
  const Icon = props.keyName === '[' ? ChevronUp : ChevronDown;
  const icon = <Icon size={16} strokeWidth={1.75} aria-hidden className="i" />;
  const title = `${props.label} ( ${props.keyName} )`;
  if (props.id === undefined) {
    return (
      <button type="button" className="btn icon" aria-label={props.label} title={title} disabled>
        {icon}
      </button>
    );
  }
  return (
    <a className="btn icon" href={paths.email(project.id, props.id)} aria-label={props.label} title={title}>
      {icon}
    </a>
  );
}
