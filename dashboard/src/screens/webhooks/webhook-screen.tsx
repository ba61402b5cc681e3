import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useWebhook } from '../../api/webhooks.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { endpointName } from './webhook-words.ts';
import './webhooks.css';

/** One address: how it is, and what was sent to it. */
export function WebhookScreen(): ReactElement {
  const { project } = useProject();
  const { webhookId = '' } = useParams({ strict: false });
  const endpoint = useWebhook(webhookId);
  const name = endpoint.data ? endpointName(endpoint.data) : 'Webhook';
  return (
    <Screen title={name} layout="flush" crumbs={[{ name: 'Webhooks', href: paths.webhooks(project.id) }, { name }]}>
      {endpoint.data ? (
        <>
          {endpoint.error && (
            <ProblemNotice problem={problemOf(endpoint.error)} onRetry={() => void endpoint.refetch()} />
          )}
          <WebhookPage endpoint={endpoint.data} />
        </>
      ) : (
        <>
          <h1 className={endpoint.error ? undefined : 'vh'}>{name}</h1>
          <StateFrame state={frameOf(endpoint)} isEmpty skeleton={<SkeletonLines lines={10} />} empty={null}>
            {null}
          </StateFrame>
        </>
      )}
    </Screen>
  );
}
