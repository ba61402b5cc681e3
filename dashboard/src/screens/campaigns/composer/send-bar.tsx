import type { ReactElement } from 'react';
import type { Preflight } from '../../../api/campaign-preflight.ts';
import type { CampaignFields } from '../../../api/campaigns.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { leftOutParts } from '../left-out-words.ts';

interface SendBarProps {
  readonly fields: CampaignFields;
  readonly preflight: Preflight | null;
  /** Why it cannot be sent; null if it can. */
  readonly refusal: string | null;
  readonly isLater: boolean;
  readonly onSend: () => void;
}

/** Who gets it, what is left to do, and the button with verb and number. */
export function SendBar({ fields, preflight, refusal, isLater, onSend }: SendBarProps): ReactElement {
  const counted = preflight?.recipients;
  const { audience = null, willReceive = null } = counted ?? {};
  const number = willReceive === null ? '' : ` ${formatCount(willReceive)}`;
  const label = isLater ? `Schedule for${number || ' later'}` : number === '' ? 'Send' : `Send to${number}`;
  return (
    <footer className="sendbar">
      <div className="inner">
        <span>
          {audience === null || willReceive === null || !counted ? (
            <span className="t2">The audience has not been counted.</span>
          ) : (
            <>
              <b className="tab">
                {formatCount(willReceive)} of {formatCount(audience)}
              </b>{' '}
              will get it.
              {audience > willReceive && (
                <span className="t2">
                  {' '}
                  {formatCount(audience - willReceive)} will not ({leftOutParts(counted)})
                  <WhoLink fields={fields} />
                </span>
              )}
            </>
          )}
        </span>
        <span className="push t13 t2" id="send-refusal" role="status">
          {refusal}
        </span>
        <button
          type="button"
          className={refusal === null ? 'btn primary' : 'btn'}
          aria-describedby="send-refusal"
          disabled={refusal !== null}
          onClick={onSend}
        >
          {label}
        </button>
      </div>
    </footer>
  );
}

/** Where those who do not get it can be seen. */
function WhoLink({ fields }: { readonly fields: CampaignFields }): ReactElement {
  const { project } = useProject();
  const { audienceType, segmentId, type } = fields;
  const address =
    audienceType === 'SEGMENT' && segmentId !== null
      ? paths.segment(project.id, segmentId)
      : audienceType === 'ALL' && type !== 'TRANSACTIONAL'
        ? paths.contacts(project.id, { subscription: 'not-subscribed' })
        : null;
  if (address === null) return <>.</>;
  return (
    <>
      :{' '}
      <a className="plain" href={address}>
        see who
      </a>
    </>
  );
}
