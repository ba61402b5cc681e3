import type { ReactNode } from 'react';
import type { Finding } from '../../../api/campaign-preflight.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { isPlainKey } from './leave-out.ts';

export interface FixActions {
  /** What would stand there instead of a missing value. */
  fallbackFor(variable: string): string;
  addFallback(variable: string, fallback: string): void;
  leaveOut(variable: string): void;
  goTo(field: 'subject' | 'body', line: number, column: number): void;
  chooseAudience(): void;
}

/** What mends a finding with one press, as far as the server says how. */
export function findingFixes(finding: Finding, projectId: string, actions: FixActions): ReactNode {
  const { fix, field, line, column } = finding;
  switch (fix?.action) {
    case 'add_fallback':
      return <VariableFixes finding={finding} variable={fix.variable} actions={actions} />;
    case 'open_domain':
      return (
        <a className="btn sm" href={paths.domain(projectId, fix.domainId)}>
          Open the domain
        </a>
      );
    case 'add_domain':
      return (
        <a className="btn sm" href={paths.domains(projectId, { new: 1 })}>
          Add {fix.domain}
        </a>
      );
    case 'open_campaign':
      return (
        <a className="btn sm" href={paths.campaign(projectId, fix.campaignId)}>
          Open that campaign
        </a>
      );
    case 'choose_audience':
      return (
        <button type="button" className="btn sm" onClick={actions.chooseAudience}>
          Choose another audience
        </button>
      );
    default:
      if ((field !== 'body' && field !== 'subject') || line === null) return undefined;
      return (
        <button type="button" className="btn sm" onClick={() => actions.goTo(field, line, column ?? 1)}>
          {field === 'body' ? `Go to line ${line}` : 'Go to the subject'}
        </button>
      );
  }
}

interface VariableFixesProps {
  readonly finding: Finding;
  readonly variable: string;
  readonly actions: FixActions;
}

function VariableFixes({ finding: { count }, variable, actions }: VariableFixesProps): ReactNode {
  const fallback = actions.fallbackFor(variable);
  return (
    <>
      <button type="button" className="btn sm primary" onClick={() => actions.addFallback(variable, fallback)}>
        Write “{fallback}” instead
      </button>
      {isPlainKey(variable) && count !== null && (
        <button type="button" className="btn sm" onClick={() => actions.leaveOut(variable)}>
          Leave the {formatCount(count)} out
        </button>
      )}
      <button type="button" className="btn sm" onClick={() => actions.addFallback(variable, '')}>
        Accept the blank
      </button>
    </>
  );
}
