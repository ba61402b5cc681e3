import type { ReactElement } from 'react';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';

export function NotFoundScreen(): ReactElement {
  return (
    <Gate title="Not here" sentence="This address leads to no page, or to a project that you do not belong to.">
      <p className="mt24">
        <a className="btn" href={paths.projects}>
          Go to your projects
        </a>
      </p>
    </Gate>
  );
}
