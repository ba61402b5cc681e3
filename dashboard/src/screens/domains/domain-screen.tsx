import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useWatchedDomain } from '../../api/domains.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { DomainPage } from './domain-page.tsx';

/** Get verified, stay verified. */
export function DomainScreen(): ReactElement {
  const { project } = useProject();
  const { domainId = '' } = useParams({ strict: false });
  const { domain, check } = useWatchedDomain(domainId);
  const name = domain.data?.domain ?? 'Domain';
  return (
    <Screen title={name} crumbs={[{ name: 'Domains', href: paths.domains(project.id) }, { name }]}>
      {!domain.data && <h1 className={domain.error ? undefined : 'vh'}>{name}</h1>}
      <StateFrame
        state={{ ...frameOf(domain), isRefetching: false }}
        isEmpty={domain.data === undefined}
        skeleton={<SkeletonLines lines={10} />}
        empty={null}
      >
        {domain.data && <DomainPage domain={domain.data} check={check} />}
      </StateFrame>
    </Screen>
  );
}
