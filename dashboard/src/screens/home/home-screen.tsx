import { type ReactElement, useCallback, useState } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useSetupState } from '../../api/setup.ts';
import { Screen } from '../../shell/screen.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { FirstRun } from './first-run.tsx';
import { ReadyHome } from './ready-home.tsx';

export function HomeScreen(): ReactElement {
  const setup = useSetupState();
  const facts = setup.data;
  const [isFirstRun, setIsFirstRun] = useState(false);
  // Why kept: the first mail turns the panel into that mail, and must not put another page in its place.
  if (facts && !facts.hasSentEmail && !isFirstRun) setIsFirstRun(true);
  const { refetch } = setup;
  const onMail = useCallback(() => void refetch(), [refetch]);
  return (
    <Screen title="Home">
      {!facts && <h1 className="vh">Home</h1>}
      <StateFrame state={frameOf(setup)} isEmpty={!facts} skeleton={<SkeletonLines lines={8} />} empty={null}>
        {facts && (isFirstRun ? <FirstRun facts={facts} onMail={onMail} /> : <ReadyHome facts={facts} />)}
      </StateFrame>
    </Screen>
  );
}
