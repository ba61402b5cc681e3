import { type ReactElement, useState } from 'react';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useMay } from '../../../api/project.ts';
import { type Provider, type ProviderTest, useProvider, useTestProvider } from '../../../api/provider.ts';
import { formatMoment } from '../../../widgets/figures/format.ts';
import { useNow } from '../../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../../widgets/figures/time-zone.ts';
import { ReasonCard } from '../../../widgets/reason-card/reason-card.tsx';
import { RouteLine } from '../../../widgets/route-line/route-line.tsx';
import type { ShownState } from '../../../widgets/state-chip/shown-state.ts';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { ModeCard } from './mode-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { stageName, stageNumber, stopsOfTest } from './test-stops.ts';

export function ProviderTab(): ReactElement {
  const isAdmin = useMay('ADMIN');
  const provider = useProvider(isAdmin);
  return (
    <div className="mt24">
      {isAdmin ? (
        <StateFrame
          state={frameOf(provider)}
          isEmpty={provider.data === undefined}
          skeleton={<SkeletonLines lines={4} />}
          empty={null}
        >
          {provider.data && <ProviderFacts provider={provider.data} />}
        </StateFrame>
      ) : (
        <>
          <p className="notice">Only owners and admins see the provider and test it.</p>
          <button type="button" className="btn mt16" disabled>
            Test connection
          </button>
        </>
      )}
      <ModeCard />
    </div>
  );
}

const types: Readonly<Record<Provider['type'], string>> = {
  ses: 'Amazon SES',
  smtp: 'SMTP',
  none: 'No relay is set up',
};

function stateOf({ type, lastTest }: Provider): Pick<ShownState, 'kind' | 'shape' | 'word'> {
  if (type === 'none') return { kind: 'waiting', shape: 'dash', word: 'None yet' };
  if (lastTest === null) return { kind: 'waiting', shape: 'ring', word: 'Not tested' };
  return lastTest.ok
    ? { kind: 'verified', shape: 'dot', word: 'In use' }
    : { kind: 'failed', shape: 'cross', word: 'Test failed' };
}

function ProviderFacts({ provider }: { readonly provider: Provider }): ReactElement {
  const test = useTestProvider();
  const [isChanging, setIsChanging] = useState(false);
  const { source, type, settings, lastTest } = provider;
  const at = useMomentOf(lastTest?.at);
  const result = test.data ?? lastTest;
  return (
    <>
      <div className="rowflex wrap-s provider-head">
        <StateChip state={stateOf(provider)} isTag />
        <span>
          <b>{settings.relays.length > 0 ? settings.relays.join(', then ') : types[type]}</b>
          {settings.relays.length > 0 && `, ${types[type]}`}
        </span>
        <span className="t2">
          {lastTest === null
            ? 'Not tested yet.'
            : lastTest.ok
              ? `Tested at ${at}, every stage passed.`
              : `Tested at ${at}, failed at ${stageName(lastTest.stage)}.`}{' '}
          {source === 'project'
            ? 'This project brought it.'
            : 'The operator of this instance sets it up for all projects.'}
        </span>
        <button type="button" className="btn push" onClick={() => setIsChanging(true)}>
          {source === 'project' ? 'Change provider…' : 'Use your own…'}
        </button>
        <button type="button" className="btn" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Testing, up to 20 s' : lastTest === null ? 'Test connection' : 'Test it again'}
        </button>
      </div>
      {isChanging && (
        <ProviderDialog
          provider={provider}
          onClose={() => {
            setIsChanging(false);
            test.reset();
          }}
        />
      )}
      {test.error && <ProblemNotice problem={problemOf(test.error)} onRetry={() => test.mutate()} />}
      {result && type !== 'none' && <TestResult result={result} at={at} />}
      {result && type === 'none' && <p className="notice">{result.message}</p>}
    </>
  );
}

interface TestResultProps {
  readonly result: Pick<ProviderTest, 'ok' | 'stage' | 'message'> & { readonly suggestion?: string | null };
  readonly at: string | undefined;
}

function TestResult({ result, at }: TestResultProps): ReactElement {
  return (
    <>
      <div className="bleed sheet provider-test" role="status">
        <div className="section-h">
          <h2>Test of the connection</h2>
          <span className="t13 t3">{at !== undefined && `At ${at}.`} Nothing was sent.</span>
        </div>
        <RouteLine stops={stopsOfTest(result)} label="Stages of the test" />
      </div>
      {!result.ok && (
        <div className="mt24">
          <ReasonCard code={`${stageNumber(result.stage)}`} note={`stage ${stageName(result.stage)}`}>
            {result.message} {result.suggestion}
          </ReasonCard>
        </div>
      )}
    </>
  );
}

/** A moment in the zone of the project: "14:05", or with its day. */
function useMomentOf(at: string | undefined): string | undefined {
  const now = useNow();
  const timeZone = useTimeZone();
  return at === undefined ? undefined : formatMoment(Date.parse(at), now, timeZone);
}
