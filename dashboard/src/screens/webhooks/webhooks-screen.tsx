import { type ReactElement, useMemo, useState } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { frameOf } from '../../api/frame.ts';
import { useMay, useProject } from '../../api/project.ts';
import { useCreateWebhook, useWebhooks, type WebhookEndpoint } from '../../api/webhooks.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { NoWebhooks } from './no-webhooks.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { webhookColumns } from './webhook-columns.tsx';
import { endpointName, writeRefusal } from './webhook-words.ts';
import './webhooks.css';

const shape = { new: oneOf(['', '1'], '') };
const keyOf = (row: WebhookEndpoint) => row.id;
const nameOf = (row: WebhookEndpoint) => endpointName(row);
const empty = { url: '', description: null, events: [] };

/** The addresses of the customer that are called when something happens. */
export function WebhooksScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(shape);
  const isAdmin = useMay('ADMIN');
  const goTo = useGoTo();
  const baseUrl = useBaseUrl();
  const endpoints = useWebhooks();
  const create = useCreateWebhook();
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const columns = useMemo(() => webhookColumns(project.id), [project.id]);
  const add = () => {
    if (isAdmin) set({ new: '1' }, { replace: true });
  };
  useLetter('n', add);

  return (
    <Screen title="Webhooks" layout="flush">
      <div className="head tight">
        <div>
          <h1>Webhooks</h1>
          <p className="sub t13">We call your server for each event, until it answers 2xx.</p>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curlOf(baseUrl, { path: '/webhook-endpoints' })} />
          </span>
          <button
            type="button"
            className="btn primary"
            disabled={!isAdmin}
            title={isAdmin ? undefined : writeRefusal}
            onClick={add}
          >
            Add a webhook <span className="key wide-only">n</span>
          </button>
        </div>
      </div>
      {!isAdmin && <p className="t13 t3 mt8">{writeRefusal}</p>}
      <RejectedNote names={rejected} />
      <DataList
        label="Webhooks"
        things="webhooks"
        columns={columns}
        rows={endpoints.data ?? []}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={frameOf(endpoints)}
        nothingYet={<NoWebhooks isAdmin={isAdmin} onAdd={add} />}
        noMatch={{ title: 'No webhook matches.' }}
        summary={endpoints.data && countOf(endpoints.data.length, 'webhook', 'webhooks')}
        onOpen={({ id }) => goTo(paths.webhook(project.id, id))}
        className="webhooks"
      />
      {state.new === '1' && isAdmin && made === null && (
        <EndpointForm
          title="Add a webhook"
          saveLabel="Add webhook"
          initial={empty}
          save={async (values) => {
            setMade(await create(values));
            set({ new: '' }, { replace: true });
          }}
          onClose={() => set({ new: '' }, { replace: true })}
        />
      )}
      {made && (
        <SecretDialog
          secret={made.secret}
          isRotated={false}
          onStored={() => goTo(paths.webhook(project.id, made.id))}
        />
      )}
    </Screen>
  );
}
