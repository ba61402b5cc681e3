import type { ReactElement } from 'react';
import type { Simulation } from '../../../api/workflows.ts';
import { PanelFrame } from '../panel/panel-frame.tsx';
import { DryRunForm } from './dry-run-form.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import './dry-run.css';

interface DryRunPanelProps {
  readonly run: { readonly simulation: Simulation; readonly moment: number } | null;
  readonly onRun: (simulation: Simulation) => void;
  readonly onMoment: (moment: number) => void;
  readonly onClose: () => void;
}

/** Walks one person through the workflow on a virtual clock. */
export function DryRunPanel({ run, onRun, onMoment, onClose }: DryRunPanelProps): ReactElement {
  return (
    <PanelFrame label="Dry run" title="Dry run" said="writes and sends nothing" onClose={onClose}>
      <DryRunForm onRun={onRun} />
      {run && <DryRunResult simulation={run.simulation} moment={run.moment} onMoment={onMoment} />}
    </PanelFrame>
  );
}
